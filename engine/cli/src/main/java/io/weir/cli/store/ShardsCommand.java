package io.weir.cli.store;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.client.WeirAdministration;
import io.weir.server.json.HeatDocument;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows and moves the shards of a running service. */
@Command(
    name = "shards",
    sortOptions = false,
    description = {
      "Show what the shards and loops of a running service cost, or move a shard to another loop.",
      "The service moves shards by itself when one loop is much busier than another; 'serve --balance off' leaves that to you."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ShardsCommand implements Runnable {

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public ShardsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: shards list, watch or move.");
  }

  @Command(
      name = "list",
      description = "Print the rates of one second, and the partitions with most requests.")
  int list(@Mixin EndpointOptions endpoint, @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      list(client.administration());
    }
    return 0;
  }

  private void list(WeirAdministration service) {
    var later = print(service, read(service), 1);
    var partitions = HeatText.lines(later.partitions());
    if (!partitions.isEmpty()) {
      terminal.say("");
      terminal.say("Partitions with most requests, by a sample:");
      partitions.forEach(terminal::say);
    }
  }

  @Command(name = "watch", description = "Print the rates again and again, until interrupted.")
  int watch(
      @Option(
              names = "--every",
              paramLabel = "SECONDS",
              defaultValue = "2",
              description = "Seconds between two looks, 1 to 3600. Default: ${DEFAULT-VALUE}.")
          int seconds,
      @Option(
              names = "--looks",
              paramLabel = "N",
              defaultValue = "0",
              description = "End after so many looks. Default: ${DEFAULT-VALUE}, never.")
          int looks,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    if (seconds < 1 || seconds > 3600) {
      throw CommandFailure.wrongUsage("--every is 1 to 3600.");
    }
    if (looks < 0) {
      throw CommandFailure.wrongUsage("--looks is 0 or more.");
    }
    try (var client = endpoint.connect()) {
      watch(client.administration(), seconds, looks);
    }
    return 0;
  }

  private void watch(WeirAdministration service, int seconds, int looks) {
    var earlier = read(service);
    for (var look = 0; looks == 0 || look < looks; look++) {
      earlier = print(service, earlier, seconds);
      terminal.say("");
    }
  }

  @Command(
      name = "move",
      description = "Let another loop run a shard from its next turn on. No data moves.")
  int move(
      @Parameters(paramLabel = "SHARD", description = "The number of the shard.") int shard,
      @Parameters(paramLabel = "LOOP", description = "The number of the loop.") int loop,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      client.administration().moveShard(shard, loop).block();
    }
    terminal.say("Shard " + shard + " runs on loop " + loop + " from its next turn on.");
    return 0;
  }

  /**
   * Prints the rates between an earlier document and the one after some seconds, which it returns.
   */
  private HeatDocument print(WeirAdministration service, HeatDocument earlier, int seconds) {
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandFailure.failed("Interrupted.");
    }
    var later = read(service);
    if (HeatRates.areOfOneRun(earlier, later)) {
      HeatText.lines(HeatRates.between(earlier, later)).forEach(terminal::say);
    } else {
      terminal.say("The service has started anew.");
    }
    return later;
  }

  private static HeatDocument read(WeirAdministration service) {
    return HeatDocument.read(service.shards().blockOptional().orElseThrow());
  }
}
