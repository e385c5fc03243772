package io.weir.engine.shard;

import io.weir.engine.index.TreeKeys;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.record.Change;
import io.weir.engine.record.LogRecord;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.ColdPage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records that a shard takes from another node: it commits them to its tree and publishes them,
 * without evaluating or logging anything.
 *
 * <p>Records that follow each other become one turn, unless one is joint or removes ranges. A turn
 * that needs a cold page or room for pages waits and keeps its place; nothing is ever dropped. No
 * turn is applied on top of one that waits for the log: such a turn belongs to a term that is over,
 * and the log fails it.
 *
 * <p>Owner: shard loop.
 */
final class AppliedTurns {

  private static final Logger LOG = LoggerFactory.getLogger(AppliedTurns.class);
  private static final int MOST_CHANGES = 4096;
  private static final int MOST_BYTES = 1 << 20;

  private final int shard;
  private final ServedTree served;
  private final UnpublishedTurns turns;
  private final VersionPublisher publisher;
  private final ColdPageWait cold;
  private final Timestamps timestamps;
  private final BooleanSupplier isFull;
  private final ArrayDeque<AppliedRecord> waiting = new ArrayDeque<>();

  /**
   * Tasks that run once everything that waited before them is applied, by the record that was the
   * last one then.
   */
  private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

  /** The turn that is applied next; null if it is not made yet. */
  private @Nullable Next next;

  /** The number of records that were taken over since the start. */
  private long added;

  /** The number of those that were applied. */
  private long applied;

  /** Whether the two numbers differ. Written by the loop, read by any thread. */
  private volatile boolean isBehind;

  /** The number of records that readers see. */
  private long published;

  /** The log position after the last of those. */
  private long publishedPosition;

  private boolean abandoned;

  /** Set before the shard serves; null in a shard that takes no records. */
  private @Nullable AppliedListener listener;

  private record Waiter(long after, Runnable task) {}

  /** A turn and the records that it is made of. */
  private static final class Next {
    private final Turn turn = new Turn();
    private final List<AppliedRecord> records = new ArrayList<>();
    private boolean changesCatalog;

    /** Whether the page files had no room for the turn. */
    private boolean lacksRoom;
  }

  AppliedTurns(
      int shard,
      ServedTree served,
      UnpublishedTurns turns,
      VersionPublisher publisher,
      ColdPageWait cold,
      Timestamps timestamps,
      BooleanSupplier isFull) {
    this.shard = shard;
    this.served = served;
    this.turns = turns;
    this.publisher = publisher;
    this.cold = cold;
    this.timestamps = timestamps;
    this.isFull = isFull;
  }

  /** Sets who hears of tables and of the catalog. */
  void tell(AppliedListener appliedListener) {
    listener = appliedListener;
  }

  /** Takes over a record, which {@link #apply} applies. */
  void add(AppliedRecord record) {
    if (abandoned) {
      drop(record);
      return;
    }
    waiting.add(record);
    added++;
    isBehind = true;
  }

  /** Whether records wait. Any thread; a moment's view. */
  boolean areWaiting() {
    return isBehind;
  }

  /**
   * Runs a task once all records that were taken over before are in the private tree, or the shard
   * has failed.
   */
  void whenApplied(Runnable task) {
    if (areWaiting()) {
      waiters.add(new Waiter(added, task));
    } else {
      task.run();
    }
  }

  /**
   * Returns the log position before which readers see all records; {@link Long#MAX_VALUE} if they
   * see all that were taken over.
   */
  long seenPosition() {
    return published == added ? Long.MAX_VALUE : publishedPosition;
  }

  /** Applies what waits, as far as it can be applied now. */
  void apply() {
    while (!abandoned
        && areWaiting()
        && !cold.isOn()
        && !served.isRefused()
        && !turns.waitForLog()) {
      var made = next == null ? make() : next;
      next = made;
      if (made.lacksRoom && isFull.getAsBoolean() || !commit(made)) {
        return;
      }
      next = null;
      publish(made);
    }
  }

  /** Notes that the page files have grown. */
  void roomGrew() {
    if (next != null) {
      next.lacksRoom = false;
    }
  }

  private boolean commit(Next made) {
    try {
      made.lacksRoom = !made.turn.hasRoomIn(served.tree());
      if (made.lacksRoom) {
        return false; // the page files have begun to grow
      }
      cold.commit(made.turn);
      return true;
    } catch (ColdPage e) {
      cold.await(e, made.turn.keys());
    } catch (PagesExhausted e) {
      made.lacksRoom = true;
      LOG.debug("a turn of another node waits for pages shard={}", shard, e);
    } catch (
        PageDamaged e) { // the read has reported the page to the store, which rebuilds the shard
      LOG.debug("a turn of another node waits for a sound tree shard={}", shard, e);
    }
    return false;
  }

  private void publish(Next made) {
    var last = made.records.get(made.records.size() - 1);
    if (last.joint() != null) {
      made.turn.joins(last.joint());
    }
    var heard = listener;
    if (made.changesCatalog && heard != null) {
      made.turn.answerLater(new AfterPublication(heard::catalogChanged), 0);
    }
    made.turn.answerLater(
        new AfterPublication(() -> published(made.records.size(), last.endPosition())), 0);
    turns.addInFlight(made.turn);
    publisher.durable(made.turn, last.endPosition());
    made.records.forEach(record -> record.applied().run());
    applied += made.records.size();
    isBehind = applied < added;
    runWaiters();
  }

  private void published(int records, long endPosition) {
    published += records;
    publishedPosition = endPosition;
  }

  private void runWaiters() {
    while (!waiters.isEmpty() && waiters.element().after() <= applied) {
      waiters.remove().task().run();
    }
  }

  private Next make() {
    var made = new Next();
    do {
      var record = waiting.remove();
      made.records.add(record);
      var decoded = new Decoded(made);
      timestamps.seen(LogRecord.decode(record.record().duplicate(), decoded));
    } while (!isWhole(made) && !waiting.isEmpty() && isPlain(waiting.element()));
    return made;
  }

  private static boolean isWhole(Next made) {
    return made.turn.removesRanges()
        || made.records.get(made.records.size() - 1).joint() != null
        || made.turn.group().size() >= MOST_CHANGES
        || made.turn.group().bytes() >= MOST_BYTES;
  }

  private static boolean isPlain(AppliedRecord record) {
    return record.joint() == null && !LogRecord.isRemoval(record.record().duplicate());
  }

  private final class Decoded implements LogRecord.Visitor {

    private final Next made;

    Decoded(Next made) {
      this.made = made;
    }

    @Override
    public void put(byte[] key, byte[] stored) {
      note(key);
      var heard = listener;
      if (heard != null && TreeKeys.tableOf(key) == TreeKeys.CATALOG) {
        heard.row(key, stored);
      }
      made.turn.apply(Change.put(key, stored));
    }

    @Override
    public void remove(byte[] key) {
      note(key);
      made.turn.apply(Change.remove(key));
    }

    @Override
    public void removeRange(int partitionGroup, byte[] from, byte[] to) {
      note(from);
      made.turn.applyRemoval(new ByteRange(from, to));
    }

    private void note(byte[] key) {
      var id = TreeKeys.tableOf(key);
      made.changesCatalog |= id == TreeKeys.CATALOG;
      var heard = listener;
      if (heard != null) {
        heard.id(id);
      }
    }
  }

  /**
   * Drops what waits, because a task of the shard failed. Its tree is not to be trusted, and no
   * checkpoint and no term may rely on it.
   */
  void abandon() {
    abandoned = true;
    var made = next;
    next = null;
    if (made != null) {
      made.records.forEach(AppliedTurns::drop);
    }
    waiting.forEach(AppliedTurns::drop);
    waiting.clear();
    applied = added;
    published = added;
    isBehind = false;
    runWaiters();
  }

  private static void drop(AppliedRecord record) {
    var part = record.joint();
    if (part != null) {
      part.lost();
    }
    record.applied().run();
  }
}
