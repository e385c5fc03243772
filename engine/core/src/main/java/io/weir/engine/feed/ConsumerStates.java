package io.weir.engine.feed;

import io.weir.api.NamedConsumer;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.catalog.ConsumerRow;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.PositionTruncated;
import io.weir.engine.record.OldestRecord;
import io.weir.engine.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Compares consumers with the log, on a thread {@code weir-feed-N}. */
public final class ConsumerStates {

  private static final long NANOS_PER_TICK = 100;

  private ConsumerStates() {}

  /**
   * Reads the states of consumers. One of the receivers is called once, on a reading thread or,
   * while the store closes, on the caller's.
   *
   * <p>Fails with {@code NotImplemented} for a store without a log.
   */
  public static void read(
      Store store,
      List<ConsumerRow> rows,
      Consumer<List<NamedConsumer>> states,
      Consumer<TableServiceException> failure) {
    var published = store.published();
    if (published == null) {
      failure.accept(new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "reason=noLog"));
      return;
    }
    published.read(
        slices -> {
          var all = new ArrayList<NamedConsumer>(rows.size());
          for (var row : rows) {
            all.add(state(store, slices, row));
          }
          states.accept(all);
        },
        cause -> failure.accept(
            published.isClosed()
                ? new ServiceBusyException("reason=closing")
                : new ServiceFailedException(
                    ErrorCode.INTERNAL_ERROR, "reason=logUnreadable", cause)));
  }

  private static NamedConsumer state(Store store, LogSlices slices, ConsumerRow row)
      throws IOException {
    try {
      return stateNow(store, slices, row);
    } catch (PositionTruncated e) {
      return state(
          store, slices, row); // deliberate: the log was cut since its first position was read
    }
  }

  private static NamedConsumer stateNow(Store store, LogSlices slices, ConsumerRow row)
      throws IOException {
    var first = slices.oldest();
    var end = store.log().durablePosition();
    var ticks = OldestRecord.ticks(slices, Math.max(first, row.position()), end);
    return new NamedConsumer(
        row.name(),
        row.table(),
        row.token(),
        row.generation(),
        row.created().toInstant(),
        row.isLost(first) ? NamedConsumer.State.LOST : NamedConsumer.State.ACTIVE,
        Math.max(0, end - Math.max(0, row.position())),
        age(ticks, store.presentTicks()));
  }

  /** Timestamps may be ahead of a clock that was set back; their age is zero then. */
  private static Duration age(long ticks, long present) {
    return Duration.ofNanos(Math.max(0, present - Math.min(ticks, present)) * NANOS_PER_TICK);
  }
}
