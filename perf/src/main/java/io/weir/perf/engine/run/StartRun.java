package io.weir.perf.engine.run;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.cleanshutdown.CleanMarker;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.store.Durability;
import io.weir.perf.peer.LoadedEngine;
import io.weir.perf.process.StoreHome;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Fills a store, closes it, and opens it again: after an orderly stop and after a crash.
 *
 * <p>The first store of a process also pays for loading Chronicle Map; filling the store has paid that here. The files are in the
 * page cache of the operating system.
 */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description =
        "Measure how long a store takes to start, after an orderly stop and after a crash.")
public final class StartRun implements Callable<Integer> {

  private static final int ROUNDS = 3;
  private static final double NANOS_A_MILLI = 1e6;

  @Option(
      names = "--entities",
      description = "Fill the store with this many entities, default ${DEFAULT-VALUE}.")
  private int entities = 1_000_000;

  @Option(
      names = "--shape",
      description = "Use entities of this size: WIDE or NARROW, default ${DEFAULT-VALUE}.")
  private RowSize shape = RowSize.NARROW;

  @Override
  public Integer call() throws IOException {
    try (var folder = StoreHome.temporary();
        var loops = EmbeddedLoops.start(2)) {
      var home = StoreHome.in(folder.path(), "store");
      var store =
          LoadedEngine.open(home, new DataSet(entities, shape), Durability.INTERVAL, loops.loops());
      var begin = System.nanoTime();
      store.close();
      row("stop", System.nanoTime() - begin);
      for (var round = 0; round < ROUNDS; round++) {
        start("start after an orderly stop", home, loops);
      }
      for (var round = 0; round < ROUNDS; round++) {
        CleanMarker.remove(FolderOnDisk.in(home.path()));
        start("rebuild", home, loops);
      }
    }
    return 0;
  }

  private void start(String what, StoreHome home, EmbeddedLoops loops) throws IOException {
    var begin = System.nanoTime();
    var store = LoadedEngine.openAsItIs(home, Durability.INTERVAL, loops.loops());
    row(what, System.nanoTime() - begin);
    store.close();
  }

  private void row(String what, long nanos) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %,d %s | %,.0f ms | %,.0f entities/s |%n",
        what,
        entities,
        shape,
        nanos / NANOS_A_MILLI,
        entities / (nanos / NANOS_A_MILLI / 1000));
  }
}
