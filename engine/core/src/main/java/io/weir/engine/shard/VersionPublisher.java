package io.weir.engine.shard;

import io.weir.engine.balance.WriteTimes;
import io.weir.engine.loop.Loop;
import io.weir.engine.tree.VersionedTree;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the turns that have become durable, and frees the pages that they replaced.
 *
 * <p>Owner: shard loop, except for {@link #position}.
 *
 * <p>Turns become durable in the order of the log and are published in that order. The entries of
 * dropped tables are removed here too, because their removal is published without the log.
 */
final class VersionPublisher {

  private static final Logger TRACE = LoggerFactory.getLogger("io.weir.trace");

  private final int number;
  private final Loop loop;
  private final ServedTree served;
  private final UnpublishedTurns turns;
  private final BooleanSupplier isHeld;
  private final WriteTimes times;
  private final ColdPageWait cold;
  private Reclaimer reclaimer;
  private DroppedTables droppedTables;

  /** Written by the shard's loop, read by checkpoints on a work thread. */
  private volatile long position;

  VersionPublisher(
      int number,
      Loop loop,
      ServedTree served,
      UnpublishedTurns turns,
      BooleanSupplier isHeld,
      WriteTimes times,
      ColdPageWait cold) {
    this.cold = cold;
    this.isHeld = isHeld;
    this.times = times;
    this.number = number;
    this.loop = loop;
    this.served = served;
    this.turns = turns;
    this.reclaimer = new Reclaimer(served.tree(), loop);
    this.droppedTables =
        new DroppedTables(served.tree(), loop, isHeld, cold, this::publishUnlogged);
  }

  /** Returns the log position after the last record whose changes are published. Any thread. */
  long position() {
    return position;
  }

  /** Publishes a durable turn, and answers it, once all earlier turns are durable. */
  void durable(Turn turn, long endPosition) {
    // Written before the changes are visible: a checkpoint that holds them waits for this position.
    position = endPosition;
    turn.becomeDurable();
    publishDurable();
  }

  /**
   * Removes the entries of a dropped table at once, and frees its pages in slices between other
   * work.
   */
  void removeTable(int tableId) {
    droppedTables.cut(tableId);
  }

  /** Removes no more dropped tables: the next start finds them again. */
  void stopRemovingTables() {
    droppedTables.stop();
  }

  /** Removes no more tables and frees no more pages: the tree will be closed. */
  void stop() {
    reclaimer.stop();
    droppedTables.stop();
  }

  /** Continues with a rebuilt tree, which takes the place of the one before. */
  void continueWith(VersionedTree rebuilt) {
    reclaimer = new Reclaimer(rebuilt, loop);
    droppedTables = new DroppedTables(rebuilt, loop, isHeld, cold, this::publishUnlogged);
    served.replace(rebuilt);
  }

  /**
   * Publishes a version that changes no entry and is not logged, once all earlier turns are
   * published.
   *
   * @param over called when the version is published, or lost with an earlier turn
   */
  void publishUnchanged(long version, Runnable over) {
    var turn = new Turn();
    turn.answerLater(new AfterPublication(over), 0);
    publishUnlogged(version, turn);
  }

  /**
   * Publishes the durable turns in order, up to a joint command that the other shards have not got
   * to.
   */
  void publishDurable() {
    var tree = served.tree();
    var retired = tree.retiredPages();
    for (var turn = turns.nextDurable(); turn != null; turn = turns.nextDurable()) {
      var part = turn.unshownPart();
      if (part != null) {
        part.arrive(tree, tree.committed(turn.version()));
        if (turn.unshownPart() != null) {
          break;
        }
      }
      tree.publish(turn.version());
      turns.removeOldest();
      TRACE.debug("published shard={} version={}", number, turn.version());
      turn.answer(times);
    }
    reclaimer.reclaim(tree.retiredPages() - retired);
  }

  /**
   * deliberate: reclaiming a dropped table is not logged. The catalog alone shows that its entries
   * are garbage.
   */
  private void publishUnlogged(long version, Runnable retry) {
    var turn = new Turn();
    turn.whenLost(retry);
    publishUnlogged(version, turn);
  }

  private void publishUnlogged(long version, Turn turn) {
    turn.committedAs(version);
    turn.becomeDurable();
    turns.addInFlight(turn);
    publishDurable();
  }
}
