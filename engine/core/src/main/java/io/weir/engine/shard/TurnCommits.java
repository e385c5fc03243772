package io.weir.engine.shard;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits a shard's turns: to the private tree, then to the log. Publishes a turn that the log has
 * made durable, and undoes those that it has lost.
 *
 * <p>Owner: shard loop. The log answers on a thread of its own, and each answer becomes a task of
 * the loop.
 */
final class TurnCommits {

  private static final Logger LOG = LoggerFactory.getLogger(TurnCommits.class);

  /** Logs at DEBUG which thread does which step of a write. */
  private static final Logger TRACE = LoggerFactory.getLogger("io.weir.trace");

  private final int number;
  private final Loop loop;
  private final CommitLog log;
  private final Evaluator evaluator;
  private final UnpublishedTurns turns;
  private final PageRoom room;
  private final VersionPublisher publisher;
  private final Runnable goOn;

  /**
   * Set before the shard serves; called on its loop when all versions that are not durable were
   * rolled back.
   */
  private Runnable whenUndone = () -> {};

  /** @param goOn takes the shard's next turns */
  TurnCommits(
      int number,
      Loop loop,
      CommitLog log,
      Evaluator evaluator,
      UnpublishedTurns turns,
      PageRoom room,
      VersionPublisher publisher,
      Runnable goOn) {
    this.number = number;
    this.loop = loop;
    this.log = log;
    this.evaluator = evaluator;
    this.turns = turns;
    this.room = room;
    this.publisher = publisher;
    this.goOn = goOn;
  }

  /**
   * Sets the task that runs when the turns in flight were undone. Called before the shard serves.
   */
  void whenUndone(Runnable task) {
    whenUndone = task;
  }

  /**
   * Commits an evaluated turn. Its commands are answered: now if it changes nothing or is refused,
   * later by the log otherwise.
   */
  void commit(Turn turn) {
    turns.begin(turn);
    if (turn.changesNothing()) {
      turns.end();
      turns.answerInOrder(turn);
      return;
    }
    try {
      if (!room.commit(turn)) {
        turns.end(); // the page files have begun to grow; see Shard.roomGrew
        return;
      }
    } catch (PageDamaged e) {
      turns.end();
      turn.failAll(evaluator.pageDamaged()); // the read has reported the page to the store
      return;
    }
    turns.offering();
    var taken = log.offer(
        new LogBatch(turn.records(), new Completion(turn), turns.generation()), loop.host());
    turns.end();
    if (taken) {
      turns.addInFlight(turn);
    } else {
      turns.undoLast();
      turn.failAll(new ServiceBusyException("shard=" + number + " reason=logQueueFull"));
    }
  }

  private void durable(Turn turn, long endPosition) {
    assert loop.isCurrent();
    publisher.durable(turn, endPosition);
    goOn.run();
  }

  private void logFailed(Turn lost, LogFailed cause) {
    assert loop.isCurrent();
    undoFrom(lost, cause);
    goOn.run();
  }

  /**
   * Rolls back to the last durable version and fails every later turn, because each builds on the
   * one before it. The log then accepts batches that build on the durable version.
   */
  void undoFrom(Turn lost, LogFailed cause) {
    if (!turns.isInFlight(lost)) {
      return; // it was lost together with an earlier one
    }
    LOG.warn(
        "the log lost turns that are not published shard={} turns={}", number, turns.inFlight());
    turns.undoInFlight();
    whenUndone.run();
    room.failWaiting(LogFailure.notDone(cause));
    turns.removeInFlight().forEach(turn -> turn.lose(LogFailure.of(cause)));
  }

  private final class Completion implements LogBatch.Completion {

    private final Turn turn;

    Completion(Turn turn) {
      this.turn = turn;
    }

    @Override
    public void acknowledged(long endPosition) {
      TRACE.debug("durable shard={} position={}", number, endPosition);
      loop.execute(() -> durable(turn, endPosition));
    }

    @Override
    public void failed(LogFailed cause) {
      loop.execute(() -> logFailed(turn, cause));
    }
  }
}
