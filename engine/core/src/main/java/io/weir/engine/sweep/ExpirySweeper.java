package io.weir.engine.sweep;

import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.expiry.Expirations;
import io.weir.engine.loop.SliceTurn;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.pending.Changes;
import io.weir.engine.shard.CommandReply;
import io.weir.engine.shard.Shard;
import io.weir.engine.shard.UpkeepCommand;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the expired entities of a shard in the background, table after table, in slices.
 *
 * <p>At most one slice is in the shard's mailbox. It waits while the mailbox is half full, and for its turn among the background work of the
 * loop, so that the work of all shards together delays a foreground command by one slice at a time. After a slice that removed something
 * the loop rests for about the time of two slices; after any other slice the shard rests. A pass over all tables is followed by a long
 * pause.
 *
 * <p>A slice that is refused ends the pass: the log has failed, the shard is rebuilt, or it closes. The next pass begins at the first table
 * again.
 *
 * <p>Owner: shard loop. {@link #removed}: any thread.
 */
public final class ExpirySweeper implements CommandReply {

  private static final Logger LOG = LoggerFactory.getLogger(ExpirySweeper.class);

  /** The pause after a slice that removed nothing. It bounds the share of the loop that an idle pass takes. */
  static final Duration SLICE_PAUSE = Duration.ofMillis(5);

  /**
   * The rest of the loop after a slice that removed something. Slices without rest keep every core busy, and a foreground command then waits for a core. With it, a
   * loop removes about 170,000 entities a second.
   */
  static final Duration REST = Duration.ofNanos(400_000);

  private final Shard shard;
  private final SliceTurn turn;
  private final Expirations expirations;
  private final IntConsumer whenRemoved;
  private final BooleanSupplier isClosing;
  private final AtomicLong removed = new AtomicLong();
  private final Queue<Integer> tables = new ArrayDeque<>();
  private int tableId;
  private byte[] from = new byte[0];

  /** Whether the walk over the current table has removed an entity. */
  private boolean removedOfTable;

  private Duration passPause = Duration.ZERO;

  /** What the slice found that was evaluated last. */
  private ExpiredWalk.Slice found = ExpiredWalk.Slice.NONE;

  /**
   * Prepares the sweep of a shard.
   *
   * @param turn among the background work of the shard's loop
   * @param whenRemoved receives the id of a table after a walk over it that removed entities; shard loop
   * @param isClosing whether the store closes; no further slice is offered then
   */
  public ExpirySweeper(
      Shard shard,
      SliceTurn turn,
      Expirations expirations,
      IntConsumer whenRemoved,
      BooleanSupplier isClosing) {
    this.shard = shard;
    this.turn = turn;
    this.expirations = expirations;
    this.whenRemoved = whenRemoved;
    this.isClosing = isClosing;
  }

  /**
   * Schedules the first pass. Any thread; called once.
   *
   * @param pause the time before the first pass, and between two passes
   */
  public void start(Duration pause) {
    shard.execute(() -> {
      passPause = pause;
      rest();
    });
  }

  /** Returns the number of entities removed since the start. */
  public long removed() {
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
    if (!isClosing.getAsBoolean()) {
      shard.schedule(passPause, this::pass);
    }
  }

  private void offer() {
    turn.take(this::offerInTurn);
  }

  private void offerInTurn() {
    if (isClosing.getAsBoolean()) {
      turn.end();
    } else if (!shard.offerPatiently(new UpkeepCommand(tableId, false, this::remove, this))) {
      turn.end();
      shard.whenRoom(this::offer);
    }
  }

  /** Finds and removes expired entities in one step of the loop, so no write comes between. An evaluation may be repeated. */
  private void remove(UpkeepCommand.View view, Changes changes) {
    var rule = expirations.of(tableId);
    found = rule == null
        ? ExpiredWalk.Slice.NONE
        : ExpiredWalk.read(
            view.tree(),
            tableId,
            from,
            rule.at(view.presentTicks()),
            view.isFull() ? ExpiredWalk.MOST_WITHOUT_ROOM : ExpiredWalk.MOST_EXPIRED);
    found.expired().forEach(changes::expire);
    if (found.expired().isEmpty()) {
      turn.end();
    } else {
      turn.endAfter(REST);
    }
  }

  /** Goes on after a slice that is durable. */
  @Override
  public void done(long timestampTicks) {
    removed.addAndGet(found.expired().size());
    removedOfTable |= !found.expired().isEmpty();
    var next = found.next();
    if (next != null) {
      from = next;
      if (found.expired().isEmpty()) {
        shard.schedule(SLICE_PAUSE, this::offer);
      } else {
        offer();
      }
    } else {
      walked();
      shard.schedule(SLICE_PAUSE, this::nextTable);
    }
  }

  /** Tells the listener that a walk has ended, if it removed entities. */
  private void walked() {
    if (removedOfTable) {
      removedOfTable = false;
      whenRemoved.accept(tableId);
    }
  }

  /** Goes on after a slice that was not carried out. */
  @Override
  public void failed(TableServiceException failure) {
    turn.end();
    if (failure instanceof NotFoundException) {
      removedOfTable = false;
      nextTable(); // the table was dropped
    } else {
      LOG.debug("a pass over expired entities ends early table={}", tableId, failure);
      walked();
      rest();
    }
  }
}
