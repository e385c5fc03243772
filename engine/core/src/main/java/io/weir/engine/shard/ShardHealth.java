package io.weir.engine.shard;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether a shard refuses writes, why, and since when.
 *
 * <p>Written by the shard's loop. {@link #outage} and {@link #lengthOf}: any thread; a moment's
 * view.
 */
public final class ShardHealth {

  /**
   * A period in which a shard refuses writes.
   *
   * @param reason readable by people
   * @param lasting whether it ends only when the store is opened again
   * @param since when it began
   */
  public record Outage(String reason, boolean lasting, Instant since) {}

  private final int shard;
  private final Clock clock;

  /**
   * Written by the shard's loop; the volatile write publishes the record to the threads that ask
   * for the store's health.
   */
  private volatile @Nullable Outage outage;

  ShardHealth(int shard, Clock clock) {
    this.shard = shard;
    this.clock = clock;
  }

  /** Returns the number of the shard. */
  int shard() {
    return shard;
  }

  /** Begins an outage. One in progress continues, unless only the new one is lasting. */
  void begin(String reason, boolean lasting) {
    var known = outage;
    if (known == null || lasting && !known.lasting()) {
      outage = new Outage(reason, lasting, clock.instant());
    }
  }

  /** Ends an outage that is not lasting; returns whether there was one. */
  boolean endPassing() {
    var known = outage;
    if (known == null || known.lasting()) {
      return false;
    }
    outage = null;
    return true;
  }

  /** Returns the outage in progress; null while writes are accepted. */
  @Nullable
  Outage outage() {
    return outage;
  }

  /**
   * Returns how long an outage has lasted; zero when the clock was set back before its beginning.
   */
  Duration lengthOf(Outage of) {
    var passed = Duration.between(of.since(), clock.instant());
    return passed.isNegative() ? Duration.ZERO : passed;
  }
}
