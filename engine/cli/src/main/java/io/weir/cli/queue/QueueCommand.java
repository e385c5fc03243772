package io.weir.cli.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.queue.MessageText;
import io.weir.api.queue.QueueName;
import io.weir.api.xml.Element;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.net.URLEncoder;
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
  int create(@Mixin NamedQueue queue) throws IOException {
    queue.connect().create();
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
        var name = new QueueName(queue.require("Name").text());
        terminal.say(name.value() + " " + new RemoteQueue(service, name).count());
      }
      marker = page.require("NextMarker").text();
    } while (!marker.isEmpty());
    return 0;
  }

  @Command(name = "put", description = "Put a message into a queue.")
  int put(
      @Parameters(index = "1", paramLabel = "TEXT") String text,
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
      @Mixin NamedQueue queue)
      throws IOException {
    queue.connect().put(new MessageText(text), delay, timeToLive);
    return 0;
  }

  @Command(
      name = "take",
      description = {
        "Take messages and print their texts, one a line.",
        "Others do not see them until --visibility has passed; with --delete they are gone."
      })
  int take(
      @Mixin CountOption count,
      @Option(
              names = "--visibility",
              paramLabel = "SECONDS",
              defaultValue = "30",
              description =
                  "Time for which they are hidden, 1 to 604800. Default: ${DEFAULT-VALUE}.")
          int visibility,
      @Option(names = "--delete", description = "Delete each message after it is printed.")
          boolean deletes,
      @Mixin NamedQueue queue)
      throws IOException {
    var remote = queue.connect();
    for (var message : remote.take(count.value(), visibility)) {
      print(message);
      if (deletes) {
        remote.delete(message);
      }
    }
    return 0;
  }

  @Command(
      name = "peek",
      description = "Print the texts of the next messages, and leave them visible.")
  int peek(@Mixin CountOption count, @Mixin NamedQueue queue) throws IOException {
    queue.connect().peek(count.value()).forEach(this::print);
    return 0;
  }

  @Command(name = "clear", description = "Delete all messages of a queue, hidden ones too.")
  int clear(@Mixin NamedQueue queue) throws IOException {
    queue.connect().clear();
    return 0;
  }

  @Command(name = "delete", description = "Delete a queue with all its messages.")
  int delete(@Mixin NamedQueue queue) throws IOException {
    queue.connect().delete();
    return 0;
  }

  private void print(Element message) {
    terminal.say(message.require("MessageText").text());
  }
}
