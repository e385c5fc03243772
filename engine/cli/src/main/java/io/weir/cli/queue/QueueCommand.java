package io.weir.cli.queue;

import io.weir.api.queue.HeldMessage;
import io.weir.api.queue.ListedQueue;
import io.weir.api.queue.MessageText;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.Peek;
import io.weir.api.queue.QueueMetadata;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.QueueService;
import io.weir.api.queue.Reception;
import io.weir.api.queue.Take;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.rows.Pull;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Mono;

/**
 * Creates, lists and deletes queues of a running service, and puts, takes, receives, shows and
 * clears their messages.
 */
@Command(
    name = "queue",
    sortOptions = false,
    description = "Create, list and delete queues; put, take, receive, peek at and clear messages.")
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class QueueCommand implements Runnable {

  /** Lines of the listing that are prepared while another is printed. */
  private static final int LINES = 32;

  /** The protocol's time to live of a message that does not expire. */
  private static final int NEVER = -1;

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
        "Say what to do: queue create, list, put, take, receive, peek, clear or delete.");
  }

  @Command(name = "create", description = "Create a queue. It may exist already.")
  int create(
      @Option(
              names = "--lanes",
              paramLabel = "NUMBER",
              defaultValue = "1",
              description =
                  "Lanes, 1 to 16: messages with one --ordering-key are in order. Default: ${DEFAULT-VALUE}.")
          int lanes,
      @Mixin NamedQueue queue) {
    return queue.await((queues, name) ->
        lanes == 1 ? queues.create(name) : queues.create(name, QueueMetadata.NONE, lanes));
  }

  @Command(
      name = "list",
      description = "Print the names of all queues, with their numbers of messages.")
  int list(@Mixin QueueEndpointOptions endpoint, @Mixin CommonOptions unused) {
    try (var queues = endpoint.connect()) {
      var lines = queues
          .list()
          .map(ListedQueue::name)
          .concatMap(
              name -> queues.properties(name).map(found -> name.value() + " " + found.messages()));
      try (var pulled = Pull.from(lines, LINES)) {
        pulled.forEach(terminal::say);
      }
    }
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
      @Option(
              names = "--ordering-key",
              paramLabel = "KEY",
              description = "Put it into the lane of this key. Default: any lane.")
          @Nullable
          String orderingKey,
      @Mixin NamedQueue queue) {
    var message = new NewMessage(
        new MessageText(text),
        Duration.ofSeconds(delay),
        timeToLive == NEVER ? null : Duration.ofSeconds(timeToLive),
        orderingKey);
    return queue.await((queues, name) -> queues.put(name, message));
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
      @Mixin NamedQueue queue) {
    var take = new Take(count.value(), Duration.ofSeconds(visibility));
    return queue.use((queues, name) -> {
      for (var message : queues.take(name, take).blockOptional().orElseThrow()) {
        print(message.text());
        if (deletes) {
          queues.deleteMessage(name, HeldMessage.of(message)).block();
        }
      }
    });
  }

  @Command(
      name = "receive",
      description = {
        "Print the texts of messages as they come, one a line, until interrupted.",
        "Each message is deleted after it is printed, and only then the next one is taken.",
        "Ctrl-C loses no message: one that is not printed yet comes again after --visibility, and so may the one that is printed last."
      })
  int receive(
      @Option(
              names = "--visibility",
              paramLabel = "SECONDS",
              defaultValue = "30",
              description =
                  "Time after which others can take a message that this command could not delete, 1 to 604800. Default: ${DEFAULT-VALUE}.")
          int visibility,
      @Mixin NamedQueue queue) {
    var reception = Reception.DEFAULT.hidingFor(Duration.ofSeconds(visibility));
    return queue.use(
        (queues, name) -> new PrintedReception(terminal).through(queues.receive(name, reception)));
  }

  @Command(
      name = "peek",
      description = "Print the texts of the next messages, and leave them as they are.")
  int peek(
      @Mixin CountOption count,
      @Option(
              names = "--hidden",
              description =
                  "Print hidden messages instead, which were taken or are not due, each after the moment from which it is visible. Default: off.")
          boolean hidden,
      @Mixin NamedQueue queue) {
    var peek = new Peek(count.value());
    return queue.use(
        (queues, name) -> (hidden ? hidden(queues, name, peek) : next(queues, name, peek))
            .blockOptional()
            .orElseThrow()
            .forEach(this::print));
  }

  private static Mono<List<String>> next(QueueService queues, QueueName name, Peek peek) {
    return queues
        .peek(name, peek)
        .map(seen -> seen.stream().map(message -> message.text().value()).toList());
  }

  private static Mono<List<String>> hidden(QueueService queues, QueueName name, Peek peek) {
    return queues
        .peekHidden(name, peek)
        .map(seen -> seen.stream()
            .map(each -> each.nextVisibleAt() + " " + each.message().text().value())
            .toList());
  }

  @Command(name = "clear", description = "Delete all messages of a queue, hidden ones too.")
  int clear(@Mixin NamedQueue queue) {
    return queue.await(QueueService::clear);
  }

  @Command(name = "delete", description = "Delete a queue with all its messages.")
  int delete(@Mixin NamedQueue queue) {
    return queue.await(QueueService::delete);
  }

  /**
   * Prints a text. Fails if nobody reads the output any more, so that no unread message is deleted.
   */
  private void print(String text) {
    terminal.say(text);
    if (terminal.out().checkError()) {
      throw CommandFailure.failed("Standard output is closed.");
    }
  }
}
