package io.weir.cli.table;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.expiry.AfterAge;
import io.weir.api.expiry.AtProperty;
import io.weir.api.expiry.Expiry;
import io.weir.cli.endpoint.EndpointOptions;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sets, shows and clears the rule by which a table's entities expire. */
@Command(
    name = "expiry",
    sortOptions = false,
    description = {
      "Set, show or clear the rule by which the entities of a table expire.",
      "An expired entity is invisible at once and removed in the background. It cannot be had back."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ExpiryCommand implements Runnable {

  private static final Expiry.Handler<String> TEXT = new Expiry.Handler<>() {
    @Override
    public String atProperty(AtProperty expiry) {
      return "--property " + expiry.property();
    }

    @Override
    public String afterAge(AfterAge expiry) {
      return "--age " + expiry.text();
    }
  };

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public ExpiryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: expiry set, show or clear.");
  }

  @Command(name = "set", description = "Set the rule, in place of an earlier one.")
  int set(
      @Parameters(paramLabel = "TABLE") String table,
      @Option(
              names = "--property",
              paramLabel = "NAME",
              description = "An entity expires at the moment in this DateTime property.")
          @Nullable
          String property,
      @Option(
              names = "--age",
              paramLabel = "DURATION",
              description =
                  "An entity expires at this age since its last write: P7D, PT12H; 1 second to 36525 days.")
          @Nullable
          String age,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var rule = rule(property, age);
    try (var client = endpoint.connect()) {
      set(client, TableArgument.named(table), rule);
    }
    return 0;
  }

  void set(TableService service, TableName table, Expiry rule) {
    service.setExpiry(table, rule).block();
    terminal.say(table + ": " + rule.dispatch(TEXT));
  }

  @Command(name = "show", description = "Print the rule.")
  int show(
      @Parameters(paramLabel = "TABLE") String table,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      show(client, TableArgument.named(table));
    }
    return 0;
  }

  void show(TableService service, TableName table) {
    var rule = service.expiry(table).blockOptional();
    terminal.say(
        table + ": " + rule.map(found -> found.dispatch(TEXT)).orElse("entities do not expire"));
  }

  @Command(
      name = "clear",
      description = "Remove the rule. Expired entities that are not removed yet are visible again.")
  int clear(
      @Parameters(paramLabel = "TABLE") String table,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      clear(client, TableArgument.named(table));
    }
    return 0;
  }

  void clear(TableService service, TableName table) {
    service.removeExpiry(table).block();
    terminal.say(table + ": entities do not expire");
  }

  static Expiry rule(@Nullable String property, @Nullable String age) {
    if (property != null && age == null) {
      return new AtProperty(property);
    }
    if (age != null && property == null) {
      return AfterAge.parse(age);
    }
    throw CommandFailure.wrongUsage("Give either --property or --age.");
  }
}
