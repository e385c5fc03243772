package io.weir.engine.store;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The closed time up to which readers of this node find everything.
 *
 * <p>A closed time counts once all shards have published what was handed to them before it. One is
 * waited for at a time, and then the latest, so a shard that is behind holds one waiting task.
 *
 * <p>{@link #closed}: log thread. {@link #ticks}: any thread.
 */
final class AppliedTime {

  private final Consumer<Runnable> whenPublished;
  private final BooleanSupplier isSound;
  private final AtomicLong closed = new AtomicLong();
  private final AtomicBoolean waits = new AtomicBoolean();

  /** Written by the one that waits. */
  private volatile long ticks;

  /**
   * @param whenPublished runs a task once all shards have published what they were given before
   * @param isSound whether no shard has failed: one that has drops what it is given
   */
  AppliedTime(Consumer<Runnable> whenPublished, BooleanSupplier isSound) {
    this.whenPublished = whenPublished;
    this.isSound = isSound;
  }

  /** Notes the time that an entry closes whose records the shards were given. */
  void closed(long closedTicks) {
    if (closedTicks > closed.get()) {
      closed.set(closedTicks);
      waitForLatest();
    }
  }

  private void waitForLatest() {
    if (closed.get() > ticks && waits.compareAndSet(false, true)) {
      var awaited = closed.get();
      whenPublished.accept(() -> published(awaited));
    }
  }

  private void published(long awaited) {
    if (isSound.getAsBoolean()) {
      ticks = awaited;
      waits.set(false); // before the look: a time that is closed after it begins to wait itself
      waitForLatest();
    }
  }

  /** Returns the time; 0 if none is known since the start. */
  long ticks() {
    return ticks;
  }
}
