package io.weir.engine.balance;

import io.weir.engine.loop.Loop;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves a shard when one loop has been much busier than another for a while.
 *
 * <p>Owner: the loop that it watches on, or a test that calls {@link #look}.
 */
public final class Balancer {

  private final Balancing options;
  private final Placement placement;
  private final LoopTimes times;
  private final LongSupplier nanoClock;
  private final BooleanSupplier isClosing;

  /** The reading before the imbalance began; null before the first look. */
  private @Nullable LoadReading before;

  private @Nullable LoadReading last;

  /** Makes a balancer. Nothing moves before it {@linkplain #watchOn watches}. */
  public Balancer(
      Balancing options,
      Placement placement,
      LoopTimes times,
      LongSupplier nanoClock,
      BooleanSupplier isClosing) {
    this.options = options;
    this.placement = placement;
    this.times = times;
    this.nanoClock = nanoClock;
    this.isClosing = isClosing;
  }

  /** Looks from now on, until the store closes. Any thread; returns at once. */
  public void watchOn(Loop loop) {
    if (options.isOn() && placement.loops() > 1) {
      loop.schedule(options.look(), () -> {
        if (!isClosing.getAsBoolean()) {
          look();
          watchOn(loop);
        }
      });
    }
  }

  /** Reads the loads, and moves a shard if they have differed too much for long enough. */
  void look() {
    var now = LoadReading.of(placement, times, nanoClock.getAsLong());
    if (before == null || last == null || !now.places().equals(last.places())) {
      before = now; // the first look, or an operator has moved a shard
    } else if (now.since(last).imbalance() <= options.imbalance()) {
      before = now;
    } else if (now.nanos() - before.nanos() >= options.patience().toNanos()) {
      now.since(before).best().ifPresent(move -> placement.move(move.shard(), move.loop()));
      before = now;
    }
    last = now;
  }
}
