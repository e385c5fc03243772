package io.weir.cli.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.Terminal;
import io.weir.server.json.AdviceDocument;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints what a running service advises on its tables. */
@Command(
    name = "advise",
    sortOptions = false,
    description = {
      "Print what a running service advises on its tables: missing and unused indexes, hot and large partitions, and more.",
      "The advice rests on a sample of the requests of the last hour at most, and names its evidence."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class AdviseCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "TABLE",
      description = "The table. Default: all tables of the account.")
  private @Nullable String table;

  @Option(names = "--json", description = "Print the service's answer as it is.")
  private boolean json;

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public AdviseCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var answer = advice();
    if (json) {
      terminal.say(new String(answer, UTF_8));
    } else {
      AdviceText.lines(AdviceDocument.read(answer), endpoint.suffix()).forEach(terminal::say);
    }
    return 0;
  }

  private byte[] advice() {
    try (var client = endpoint.connect()) {
      var service = client.administration();
      var advice = table == null ? service.advice() : service.advice(TableArgument.named(table));
      return advice.blockOptional().orElseThrow();
    }
  }
}
