package io.weir.engine.shard;

import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.expiry.Expirations;
import io.weir.engine.partition.TreeKeys;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the expired entities of a shard in the background, table after table, in slices.
 *
 * <p>At most one slice is in the shard's mailbox. It waits while the mailbox is half full, so that it delays foreground writes by one slice at
 * a time. After a slice that removed something the next one follows at once, after any other slice after a short pause. A pass over all
 * tables is followed by a long pause.
 *
 * <p>A slice that is refused ends the pass: the log has failed, the shard is rebuilt, or it closes. The next pass begins at the first table
 * again.
 *
 * <p>Owner: shard loop. {@link #removed}: any thread.
 */
final class ExpirySweeper {

  private static final Logger LOG = LoggerFactory.getLogger(ExpirySweeper.class);

  /** The pause after a slice that removed nothing. It bounds the share of the loop that an idle pass takes. */
  static final Duration SLICE_PAUSE = Duration.ofMillis(5);

  private final Shard shard;
  private final Expirations expirations;
  private final AtomicLong removed = new AtomicLong();
  private final Queue<Integer> tables = new ArrayDeque<>();
  private int tableId;
  private byte[] from = new byte[0];
  private Duration passPause = Duration.ZERO;
  private boolean stopped;

  ExpirySweeper(Shard shard, Expirations expirations) {
    this.shard = shard;
    this.expirations = expirations;
  }

  /**
   * Schedules the first pass. Any thread; called once.
   *
   * @param pause the time before the first pass, and between two passes
   */
  void start(Duration pause) {
    shard.execute(() -> {
      passPause = pause;
      rest();
    });
  }

  /** Stops after the slice in the mailbox, which is still answered. */
  void stop() {
    stopped = true;
  }

  /** Returns the number of entities removed since the start. */
  long removed() {
    return removed.get();
  }

  private void pass() {
    tables.clear();
    tables.addAll(expirations.tables());
    nextTable();
  }

  private void nextTable() {
    var next = tables.poll();
    if (next == null) {
      rest();
    } else {
      tableId = next;
      from = TreeKeys.startOfTable(next);
      offer();
    }
  }

  private void rest() {
    if (!stopped) {
      shard.schedule(passPause, this::pass);
    }
  }

  private void offer() {
    if (stopped) {
      return;
    }
    if (!shard.offerPatiently(new ExpirySweepCommand(tableId, from, this))) {
      shard.whenRoom(this::offer);
    }
  }

  /** Goes on after a slice that is durable. */
  void swept(ExpiredWalk.Slice slice) {
    removed.addAndGet(slice.expired().size());
    var next = slice.next();
    if (next != null) {
      from = next;
      if (slice.expired().isEmpty()) {
        shard.schedule(SLICE_PAUSE, this::offer);
      } else {
        offer();
      }
    } else {
      shard.schedule(SLICE_PAUSE, this::nextTable);
    }
  }

  /** Goes on after a slice that was not carried out. */
  void refused(TableServiceException failure) {
    if (failure instanceof NotFoundException) {
      nextTable(); // the table was dropped
    } else {
      LOG.debug("a pass over expired entities ends early table={}", tableId, failure);
      rest();
    }
  }
}
