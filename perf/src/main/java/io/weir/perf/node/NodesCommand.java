package io.weir.perf.node;

import io.weir.perf.scenario.RunOptions;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures three nodes that keep one store, and writes the report of a comparison. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measure three nodes that keep one store: upserts and point reads beside one node, etcd of"
          + " three nodes, and PostgreSQL with a synchronous standby; one upsert beside a force and"
          + " a round trip; how long nobody answers after the leader is killed, hands over, or is"
          + " restarted.",
      "Takes an hour."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class NodesCommand implements Callable<Integer> {

  @Option(names = "--short", description = "Measure for twelve minutes instead of an hour.")
  private boolean isShort;

  @Option(
      names = "--kills",
      paramLabel = "N",
      description = "Kill the leader this many times. Default: 200, 20 with --short.")
  private @Nullable Integer kills;

  @Mixin
  private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws IOException {
    var effort =
        options.isTrial() ? NodesEffort.TRIAL : isShort ? NodesEffort.SHORT : NodesEffort.WHOLE;
    var asked = kills == null ? effort : effort.withKills(kills);
    return options.report(run -> new NodesRun(run, asked).measure());
  }
}
