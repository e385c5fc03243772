package io.weir.perf.engine.run;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.store.Durability;
import io.weir.perf.peer.LoadedEngine;
import io.weir.perf.process.Cpu;
import io.weir.perf.process.StoreHome;
import io.weir.perf.scenario.Run;
import io.weir.perf.scenario.RunOptions;
import io.weir.perf.scenario.Scenario;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Fills a store, closes it, and opens it again: after an orderly stop and after a crash.
 *
 * <p>The first store of a process also pays for loading Chronicle Map; filling the store has paid
 * that here. The files are in the page cache of the operating system.
 */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description =
        "Measure how long a store takes to start, after an orderly stop and after a crash.")
public final class StartRun implements Callable<Integer> {

  private static final int ROUNDS = 3;
  private static final String STARTS = "start: starts";

  @Option(
      names = "--entities",
      description = "Fill the store with this many entities, default ${DEFAULT-VALUE}.")
  private int entities = 1_000_000;

  @Option(
      names = "--shape",
      description = "Use entities of this size: WIDE or NARROW, default ${DEFAULT-VALUE}.")
  private RowSize shape = RowSize.NARROW;

  @Mixin
  private RunOptions options = new RunOptions();

  @Override
  public Integer call() throws IOException {
    return options.report(this::measure);
  }

  private void measure(Run run) throws IOException {
    try (var loops = EmbeddedLoops.start(2)) {
      var home = StoreHome.in(run.surroundings().folder(), "store");
      var store =
          LoadedEngine.open(home, new DataSet(entities, shape), Durability.INTERVAL, loops.loops());
      run.measure(List.of(scenario("orderly", "start: stops", turn -> stop(store))), 0, 1);
      run.measure(
          List.of(
              scenario("after an orderly stop", STARTS, turn -> start(home, loops)),
              scenario("rebuilt", STARTS, turn -> {
                CheckpointManifest.remove(FolderOnDisk.in(home.path()));
                return start(home, loops);
              })),
          0,
          ROUNDS);
    }
  }

  /** Starts a store, measures that, and stops it in order. */
  private Round start(StoreHome home, EmbeddedLoops loops) throws IOException {
    var clock = RoundClock.begin(Cpu.ofThisProcess());
    var store = LoadedEngine.openAsItIs(home, Durability.INTERVAL, loops.loops());
    var round = clock.end(entities);
    store.close();
    return round;
  }

  private Round stop(LoadedEngine store) throws IOException {
    var clock = RoundClock.begin(Cpu.ofThisProcess());
    store.close();
    return clock.end(entities);
  }

  private Scenario scenario(String target, String workload, Scenario.Sample sample) {
    return Scenario.of(target, workload, entities, new OneByOne(), sample);
  }
}
