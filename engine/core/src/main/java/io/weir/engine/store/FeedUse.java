package io.weir.engine.store;

import io.weir.engine.catalog.Consumers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Who follows a store's log, and what the log keeps for them. Nothing is kept by a store in memory.
 *
 * <p>Any thread; each answer is a moment's view.
 */
public final class FeedUse {

  private final Consumers consumers;

  /** Null for a store in memory. */
  private final @Nullable Maintenance maintenance;

  FeedUse(Consumers consumers, @Nullable Maintenance maintenance) {
    this.consumers = consumers;
    this.maintenance = maintenance;
  }

  /** Returns the number of change feeds that are being read. */
  public int feeds() {
    return maintenance == null ? 0 : maintenance.published().followers();
  }

  /** Returns the bytes of the log that are kept for change feeds only. */
  public long keptBytes() {
    return maintenance == null ? 0 : maintenance.retention().bytes();
  }

  /** Returns the first position of the log that is kept. */
  public long firstPosition() {
    return maintenance == null ? 0 : maintenance.retention().first();
  }

  /** Returns the number of named consumers. */
  public long consumers() {
    return consumers.all().count();
  }

  /** Returns the number of named consumers that have lost changes. */
  public long lostConsumers() {
    return maintenance == null ? 0 : maintenance.retention().lostConsumers();
  }

  /** Returns the bytes of the log after the slowest consumer that is not lost. */
  public long lagBytes() {
    return maintenance == null ? 0 : maintenance.retention().lagBytes();
  }

  /**
   * Returns how old the changes are that the slowest consumer reads next, as they were read at most
   * 30 seconds ago.
   */
  public Duration lag() {
    return maintenance == null ? Duration.ZERO : maintenance.retention().lag();
  }
}
