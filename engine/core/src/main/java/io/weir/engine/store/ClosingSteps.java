package io.weir.engine.store;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a stop waits for, one step after the other. A step that waits for long is told, because
 * nothing else says why a service that answers nobody does not end. The waits of the log and of
 * checkpoints for the disk are their own, and are not told.
 *
 * <p>Owner: the closing thread. {@link #run} is the pause of its waits: it returns after a moment.
 */
final class ClosingSteps implements Runnable {

  /** A wait is told after this long, and again each time that it has lasted this much longer. */
  static final long TOLD_AFTER_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final Logger LOG = LoggerFactory.getLogger(ClosingSteps.class);

  private final Runnable pause;
  private final LongSupplier nanoClock;
  private final Consumer<String> told;
  private String step = "";
  private long begunNanos;
  private long toldNanos;

  /**
   * Makes the steps of one stop.
   *
   * @param pause returns after a moment
   * @param told takes what the stop waits for, and for how long
   */
  ClosingSteps(Runnable pause, LongSupplier nanoClock, Consumer<String> told) {
    this.pause = pause;
    this.nanoClock = nanoClock;
    this.told = told;
  }

  /** Returns the steps of a store's stop. Long waits are logged. */
  static ClosingSteps of(StoreEnvironment environment, StoreFolder folder) {
    return new ClosingSteps(
        environment.pause(),
        environment.nanoClock(),
        wait -> LOG.warn("the store is still being closed folder={} {}", folder.path(), wait));
  }

  /** Begins a step that waits for something, and ends the one before. */
  void waitFor(String what) {
    step = what;
    begunNanos = nanoClock.getAsLong();
    toldNanos = begunNanos;
  }

  @Override
  public void run() {
    pause.run();
    var now = nanoClock.getAsLong();
    if (now - toldNanos >= TOLD_AFTER_NANOS) {
      toldNanos = now;
      told.accept(
          "waitsFor=\"" + step + "\" seconds=" + TimeUnit.NANOSECONDS.toSeconds(now - begunNanos));
    }
  }
}
