package io.weir.cli.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.queue.MessageText;
import io.weir.api.queue.QueueName;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.Terminal;
import io.weir.server.xml.Element;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates, lists and deletes queues of a running service, and puts, takes, shows and clears their messages. */
@Command(
    name = "queue",
    sortOptions = false,
    description = "Create, list and delete queues; put, take, peek at and clear messages.")
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class QueueCommand implements Runnable {

  /** Queues of a page of the listing. */
  private static final int PAGE = 100;

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public QueueCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Say what to do: queue create, list, put, take, peek, clear or delete.");
  }

  @Command(name = "create", description = "Create a queue. It may exist already.")
  int create(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Mixin QueueEndpointOptions endpoint,
      @Mixin CommonOptions unused)
      throws IOException {
    endpoint.connect().send("PUT", path(queue), "");
    return 0;
  }

  @Command(
      name = "list",
      description = "Print the names of all queues, with their numbers of messages.")
  int list(@Mixin QueueEndpointOptions endpoint, @Mixin CommonOptions unused) throws IOException {
    var service = endpoint.connect();
    var marker = "";
    do {
      var page = QueueEndpoint.document(service.send(
          "GET",
          "?comp=list&maxresults=" + PAGE + "&marker=" + URLEncoder.encode(marker, UTF_8),
          "list"));
      for (var queue : page.require("Queues").children()) {
        var name = queue.require("Name").text();
        terminal.say(name + " " + count(service, name));
      }
      marker = page.require("NextMarker").text();
    } while (!marker.isEmpty());
    return 0;
  }

  private static String count(QueueEndpoint service, String queue) throws IOException {
    return service
        .send("GET", path(queue) + "?comp=metadata", "metadata")
        .headers()
        .firstValue("x-ms-approximate-messages-count")
        .orElse("?");
  }

  @Command(name = "put", description = "Put a message into a queue.")
  int put(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Parameters(paramLabel = "TEXT") String text,
      @Option(
              names = "--delay",
              paramLabel = "SECONDS",
              defaultValue = "0",
              description = "Time until the message is visible. Default: ${DEFAULT-VALUE}.")
          int delay,
      @Option(
              names = "--ttl",
              paramLabel = "SECONDS",
              defaultValue = "604800",
              description =
                  "Time until the message expires; -1 for never. Default: ${DEFAULT-VALUE}.")
          int timeToLive,
      @Mixin QueueEndpointOptions endpoint,
      @Mixin CommonOptions unused)
      throws IOException {
    var message =
        Element.of("QueueMessage", Element.text("MessageText", new MessageText(text).value()));
    endpoint
        .connect()
        .send(
            "POST",
            path(queue) + "/messages?visibilitytimeout=" + delay + "&messagettl=" + timeToLive,
            "",
            Optional.of(message));
    return 0;
  }

  @Command(
      name = "take",
      description = {
        "Take messages and print their texts, one a line.",
        "Others do not see them until --visibility has passed; with --delete they are gone."
      })
  int take(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Option(
              names = "--count",
              paramLabel = "N",
              defaultValue = "1",
              description = "Most messages, 1 to 32. Default: ${DEFAULT-VALUE}.")
          int count,
      @Option(
              names = "--visibility",
              paramLabel = "SECONDS",
              defaultValue = "30",
              description =
                  "Time for which they are hidden, 1 to 604800. Default: ${DEFAULT-VALUE}.")
          int visibility,
      @Option(names = "--delete", description = "Delete each message after it is printed.")
          boolean deletes,
      @Mixin QueueEndpointOptions endpoint,
      @Mixin CommonOptions unused)
      throws IOException {
    var service = endpoint.connect();
    var messages = path(queue) + "/messages";
    var taken = QueueEndpoint.document(service.send(
        "GET", messages + "?numofmessages=" + count + "&visibilitytimeout=" + visibility, ""));
    for (var message : taken.children()) {
      terminal.say(message.require("MessageText").text());
      if (deletes) {
        var receipt = URLEncoder.encode(message.require("PopReceipt").text(), UTF_8);
        service.send(
            "DELETE",
            messages + "/" + message.require("MessageId").text() + "?popreceipt=" + receipt,
            "");
      }
    }
    return 0;
  }

  @Command(
      name = "peek",
      description = "Print the texts of the next messages, and leave them visible.")
  int peek(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Option(
              names = "--count",
              paramLabel = "N",
              defaultValue = "1",
              description = "Most messages, 1 to 32. Default: ${DEFAULT-VALUE}.")
          int count,
      @Mixin QueueEndpointOptions endpoint,
      @Mixin CommonOptions unused)
      throws IOException {
    var seen = QueueEndpoint.document(endpoint
        .connect()
        .send("GET", path(queue) + "/messages?peekonly=true&numofmessages=" + count, ""));
    for (var message : seen.children()) {
      terminal.say(message.require("MessageText").text());
    }
    return 0;
  }

  @Command(name = "clear", description = "Delete all messages of a queue, hidden ones too.")
  int clear(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Mixin QueueEndpointOptions endpoint,
      @Mixin CommonOptions unused)
      throws IOException {
    endpoint.connect().send("DELETE", path(queue) + "/messages", "");
    return 0;
  }

  @Command(name = "delete", description = "Delete a queue with all its messages.")
  int delete(
      @Parameters(paramLabel = "QUEUE") String queue,
      @Mixin QueueEndpointOptions endpoint,
      @Mixin CommonOptions unused)
      throws IOException {
    endpoint.connect().send("DELETE", path(queue), "");
    return 0;
  }

  private static String path(String queue) {
    return "/" + new QueueName(queue).value();
  }
}
