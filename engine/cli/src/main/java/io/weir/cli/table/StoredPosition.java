package io.weir.cli.table;

import io.weir.api.FeedItem;
import io.weir.api.NamedConsumer;
import io.weir.api.TableService;
import java.util.function.LongSupplier;

/**
 * The position of a named consumer, which follows what was printed.
 *
 * <p>It moves at the checkpoint after printed changes. Without changes it moves once a minute,
 * because the service keeps its log from there on, with what happens to other tables. What was
 * printed and not stored is printed again the next time. Belongs to the main thread, which blocks.
 */
final class StoredPosition {

  private static final long IDLE_NANOS = 60_000_000_000L;

  private final TableService service;
  private final NamedConsumer consumer;
  private final LongSupplier nanoClock;
  private long storedNanos;
  private boolean changed;

  StoredPosition(TableService service, NamedConsumer consumer, LongSupplier nanoClock) {
    this.service = service;
    this.consumer = consumer;
    this.nanoClock = nanoClock;
    this.storedNanos = nanoClock.getAsLong();
  }

  /** Notes an item that was printed, and reached its reader if it is a checkpoint. */
  void passed(FeedItem item) {
    if (!(item instanceof FeedItem.Checkpoint)) {
      changed = true;
    } else if (changed || nanoClock.getAsLong() - storedNanos >= IDLE_NANOS) {
      service
          .consumers()
          .advance(consumer.name(), consumer.generation(), item.token())
          .block();
      changed = false;
      storedNanos = nanoClock.getAsLong();
    }
  }
}
