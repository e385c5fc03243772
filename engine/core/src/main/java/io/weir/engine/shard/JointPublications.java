package io.weir.engine.shard;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the joint commands of a store whose versions are being published.
 *
 * <p>A reader that wants several shards as of one moment reads {@link #finished}, pins the shards,
 * and reads {@link #started}. If both numbers are equal, each joint command that had started before
 * the pins had finished before them too, so the pins hold it everywhere or nowhere. Otherwise the
 * reader pins again. A publication lasts for a few volatile writes.
 *
 * <p>Any thread.
 */
public final class JointPublications {

  private final AtomicLong started = new AtomicLong();
  private final AtomicLong finished = new AtomicLong();

  /** Runs the publication of one joint command. */
  void publish(Runnable publication) {
    started.incrementAndGet();
    try {
      publication.run();
    } finally {
      finished.incrementAndGet();
    }
  }

  /** Returns the number of publications that have started. */
  public long started() {
    return started.get();
  }

  /** Returns the number of publications that have finished. */
  public long finished() {
    return finished.get();
  }
}
