package io.weir.perf.endurance;

import io.weir.api.AccountName;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A process with a store under {@link MixedLoad}. It prints a {@link ResourceSample} a line until
 * its standard input ends; then it closes the store and exits with 0. A wrong answer ends it with
 * 1.
 *
 * <p>Arguments: the store's folder, the start of the run in milliseconds since 1970, the seconds
 * between samples, a seed.
 */
final class SoakProcess {

  /** Prefix of the line with the milliseconds that the store took to open. */
  static final String OPENED = "opened ";

  /** Prefix of the line of a sample. */
  static final String SAMPLE = "sample ";

  private static final int FEW_GROUPS = 4;
  private static final long FREQUENT_SNAPSHOTS = 32L << 20;

  private SoakProcess() {}

  public static void main(String[] args) throws IOException {
    var folder = Path.of(args[0]);
    var startMillis = Long.parseLong(args[1]);
    var options = StoreOptions.in(folder)
        .withPartitionGroups(FEW_GROUPS)
        .withSegmentBytes(16 << 20)
        .withCheckpointLogBytes(FREQUENT_SNAPSHOTS);
    var openingNanos = System.nanoTime();
    var sampling = Executors.newSingleThreadScheduledExecutor();
    try (var loops = EmbeddedLoops.start(2);
        var engine = Engine.open(options, loops.loops())) {
      System.out.println(
          OPENED + Duration.ofNanos(System.nanoTime() - openingNanos).toMillis());
      var load = new MixedLoad(engine.account(AccountName.DEVELOPMENT), Long.parseLong(args[3]));
      var gauges = new Gauges(engine.store(), folder);
      sample(sampling, Integer.parseInt(args[2]), () -> {
        var seconds = (System.currentTimeMillis() - startMillis) / 1e3;
        System.out.println(SAMPLE + gauges.read(seconds, load.answered()).line());
        return seconds;
      });
      var running = load.run().subscribe(never -> {}, SoakProcess::wrong);
      System.in.transferTo(OutputStream.nullOutputStream());
      sampling.shutdown();
      running.dispose();
    }
  }

  private static void sample(
      ScheduledExecutorService thread, int everySeconds, Callable<?> reading) {
    var unused = thread.scheduleAtFixedRate(
        () -> {
          try {
            reading.call();
          } catch (Exception e) {
            wrong(e);
          }
        },
        everySeconds,
        everySeconds,
        TimeUnit.SECONDS);
  }

  /**
   * Ends the process at once. Deliberate: nothing is cleaned up, so that the store can be examined
   * as it is.
   */
  private static void wrong(Throwable cause) {
    cause.printStackTrace();
    Runtime.getRuntime().halt(1);
  }
}
