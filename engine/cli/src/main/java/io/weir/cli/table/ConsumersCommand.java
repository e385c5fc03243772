package io.weir.cli.table;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.error.InvalidRequestException;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates, lists, resets and deletes named consumers. */
@Command(
    name = "consumers",
    sortOptions = false,
    description = {
      "Create, list, reset or delete named consumers of the change feed.",
      "The service stores the position of each and keeps the changes after it, up to a limit. 'weir changes --consumer NAME' reads on from it."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ConsumersCommand implements Runnable {

  private static final double MILLIS_PER_SECOND = 1e3;

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public ConsumersCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do: consumers list, create, reset or delete.");
  }

  @Command(name = "list", description = "Print the consumers with what they have not read yet.")
  int list(@Mixin EndpointOptions endpoint, @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      list(client.consumers());
    }
    return 0;
  }

  void list(FeedConsumers consumers) {
    var all = consumers.list().blockOptional().orElseThrow();
    if (all.isEmpty()) {
      terminal.say("no consumers");
    }
    all.forEach(this::say);
  }

  @Command(name = "create", description = "Create a consumer.")
  int create(
      @Parameters(
              paramLabel = "NAME",
              description = "1 to 63 lower-case letters, digits and inner dashes.")
          String name,
      @Option(
              names = "--table",
              paramLabel = "TABLE",
              description = "The table whose changes it reads. Default: all tables of the account.")
          @Nullable
          String table,
      @Option(
              names = "--from",
              paramLabel = "PLACE",
              defaultValue = "now",
              description =
                  "Where it starts: now; beginning, which reads the existing entities first; a time such as 2030-01-31T12:00:00Z; or a token. Default: ${DEFAULT-VALUE}.")
          String from,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var start = start(from);
    try (var client = endpoint.connect()) {
      create(
          client.consumers(),
          named(name),
          Optional.ofNullable(table).map(TableArgument::named),
          start);
    }
    return 0;
  }

  void create(
      FeedConsumers consumers, ConsumerName name, Optional<TableName> table, FeedStart start) {
    say(consumers.create(name, table, start).blockOptional().orElseThrow());
  }

  @Command(
      name = "reset",
      description =
          "Move a consumer to another place. Processes that read on from the old one can no longer move it.")
  int reset(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--from",
              paramLabel = "PLACE",
              required = true,
              description = "Where it reads on: now, beginning, a time, or a token.")
          String from,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var start = start(from);
    try (var client = endpoint.connect()) {
      reset(client.consumers(), named(name), start);
    }
    return 0;
  }

  void reset(FeedConsumers consumers, ConsumerName name, FeedStart start) {
    say(consumers.reset(name, start).blockOptional().orElseThrow());
  }

  @Command(name = "delete", description = "Delete a consumer with its position.")
  int delete(
      @Parameters(paramLabel = "NAME") String name,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      delete(client.consumers(), named(name));
    }
    return 0;
  }

  void delete(FeedConsumers consumers, ConsumerName name) {
    consumers.delete(name).block();
    terminal.say(name + ": deleted");
  }

  private void say(NamedConsumer consumer) {
    terminal.say(text(consumer));
  }

  static String text(NamedConsumer consumer) {
    return String.format(
        Locale.ROOT,
        "%s: %s, %s, lag %d bytes, %.1f s, generation %d",
        consumer.name(),
        consumer.table().map(name -> "table " + name).orElse("all tables"),
        consumer.isLost() ? "LOST, to be reset" : "active",
        consumer.lagBytes(),
        consumer.lagTime().toMillis() / MILLIS_PER_SECOND,
        consumer.generation());
  }

  private static ConsumerName named(String name) {
    try {
      return new ConsumerName(name);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage(
          "NAME is 1 to 63 lower-case letters, digits and inner dashes, not '" + name + "'.");
    }
  }

  private static FeedStart start(String from) {
    try {
      return FeedStart.parse(from);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage("--from is now, beginning, a time, or a token.");
    }
  }
}
