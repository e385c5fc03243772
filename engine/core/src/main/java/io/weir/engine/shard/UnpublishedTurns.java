package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.engine.log.CommitLog;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turns of a shard that are not published: the one that is being decided or committed, and
 * those that wait for the log.
 *
 * <p>Each turn builds on the one before it. When one is lost, all later turns are lost too.
 *
 * <p>Owner: shard loop.
 */
final class UnpublishedTurns {

  private static final Logger LOG = LoggerFactory.getLogger(UnpublishedTurns.class);

  private final int shard;
  private final ServedTree served;
  private final ArrayDeque<Turn> inFlight = new ArrayDeque<>();

  /** The turn that is being decided or committed. A task that fails leaves it here. */
  private @Nullable Turn current;

  /** The version of the tree before the current turn. */
  private long versionBefore;

  /**
   * The log's generation when no turn was in flight. A later turn builds on nothing that the log
   * can lose before that.
   */
  private long generation;

  /** Whether the log may have received the current turn. */
  private boolean offered;

  UnpublishedTurns(int shard, ServedTree served) {
    this.shard = shard;
    this.served = served;
  }

  /** Starts to decide or to commit a turn. */
  void begin(Turn turn) {
    current = turn;
    versionBefore = served.tree().current().version();
    offered = false;
  }

  /**
   * Notes that the current turn is about to be offered to the log. From here on its outcome may be
   * unknown.
   */
  void offering() {
    offered = true;
  }

  /** Ends the work on the current turn. */
  void end() {
    current = null;
  }

  /** Rolls the tree back to the version before the turn that was begun last. */
  void undoLast() {
    served.tree().rollbackTo(versionBefore);
  }

  /**
   * Begins a turn on top of those in flight. When there is none, the log keeps everything that the
   * turn builds on.
   */
  void buildOn(CommitLog log) {
    if (inFlight.isEmpty()) {
      generation = log.generation();
    }
  }

  /** Returns the log's generation for the turn that is being decided. */
  long generation() {
    return generation;
  }

  /**
   * Answers a turn without changes once all earlier turns are durable, because its outcomes may
   * depend on them.
   */
  void answerInOrder(Turn turn) {
    var last = inFlight.peekLast();
    if (last == null) {
      turn.answer();
    } else {
      last.adopt(turn);
    }
  }

  /** Runs a task once all turns that are durable now are published. */
  void whenPublished(Runnable task) {
    var kept = kept();
    if (kept.isEmpty()) {
      task.run();
    } else {
      kept.get(kept.size() - 1).answerLater(new AfterPublication(task), 0);
    }
  }

  /** Adds a turn after all turns in flight. */
  void addInFlight(Turn turn) {
    inFlight.add(turn);
  }

  /** Returns the number of turns that wait for the log. */
  int inFlight() {
    return inFlight.size();
  }

  /** Whether a turn waits for the log. */
  boolean waitForLog() {
    return inFlight.stream().anyMatch(turn -> !turn.isDurable());
  }

  boolean isInFlight(Turn turn) {
    return inFlight.contains(turn);
  }

  /** Returns the oldest turn in flight when it is durable, otherwise null. */
  @Nullable
  Turn nextDurable() {
    var next = inFlight.peek();
    return next != null && next.isDurable() ? next : null;
  }

  /** Removes the oldest turn in flight, which is published. */
  void removeOldest() {
    inFlight.remove();
  }

  /**
   * Rolls the tree back to the last version that is published, or that is durable with all before
   * it and waits for other shards.
   */
  void undoInFlight() {
    var kept = kept();
    var last = kept.isEmpty() ? null : kept.get(kept.size() - 1);
    served.tree().rollbackTo(last == null ? served.tree().published().version() : last.version());
  }

  /** Removes and returns the turns from the first that is not durable on, oldest first. */
  List<Turn> removeInFlight() {
    var kept = kept();
    var lost = inFlight.stream().skip(kept.size()).toList();
    inFlight.clear();
    inFlight.addAll(kept);
    return lost;
  }

  /**
   * Returns the turns that are durable with all before them. A later turn that is not logged may be
   * durable and is lost with them.
   */
  private List<Turn> kept() {
    return inFlight.stream().takeWhile(Turn::isDurable).toList();
  }

  /**
   * Undoes and fails the turns that a failed task leaves. When the log has not received the current
   * turn, only that turn is lost. Otherwise, and when there is no current turn, all turns in flight
   * are lost too.
   *
   * @param notDone the failure of commands that did not reach the log
   * @param unknown the failure of commands that the log may hold
   */
  void abandon(TableServiceException notDone, TableServiceException unknown) {
    var turn = current;
    current = null;
    var losesInFlight = turn == null || offered;
    var lost = losesInFlight ? removeInFlight() : List.<Turn>of();
    try {
      if (losesInFlight) {
        undoInFlight();
      } else {
        undoLast();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("unpublished changes could not be undone shard={}", shard, e);
    }
    lost.forEach(inFlightTurn -> inFlightTurn.failAll(unknown));
    if (turn != null) {
      turn.failAll(offered ? unknown : notDone);
      turn.failUndecided(notDone);
    }
  }
}
