package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogFailed;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.tree.ColdPage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard's steps in joint commands. {@link JointCommand} gives their order.
 *
 * <p>Between park and resume the shard takes no command. Its tree holds the part's changes above
 * all other versions from the evaluation on, so they can be rolled back alone. Each step after the
 * park runs as a task of its own.
 *
 * <p>Owner: shard loop.
 */
final class JointTurns {

  private static final Logger LOG = LoggerFactory.getLogger(JointTurns.class);

  private final ServedTree served;
  private final CommitLog log;
  private final Timestamps timestamps;
  private final Evaluator evaluator;
  private final UnpublishedTurns turns;
  private final VersionPublisher publisher;
  private final LogLoss logLoss;
  private final ColdPageWait cold;
  private final Runnable goOn;

  /** The part that waits for the other shards. */
  private @Nullable JointPart parked;

  /** The turn of the parked part, once it is evaluated. */
  private @Nullable Turn turn;

  private long versionBefore;

  /** Parts that voted against their command because page files must grow first. */
  private final List<JointPart> waitForRoom = new ArrayList<>();

  /**
   * Whether the changes of the parked part were rolled back with those of earlier turns, since the
   * part was evaluated.
   */
  private boolean rolledBack;

  /** Undoes the turns that the log has lost, from a lost turn on. */
  @FunctionalInterface
  interface LogLoss {
    void undoFrom(Turn lost, LogFailed cause);
  }

  /** @param goOn takes the shard's next turns */
  JointTurns(
      ServedTree served,
      CommitLog log,
      Timestamps timestamps,
      Evaluator evaluator,
      UnpublishedTurns turns,
      VersionPublisher publisher,
      LogLoss logLoss,
      ColdPageWait cold,
      Runnable goOn) {
    this.cold = cold;
    this.served = served;
    this.log = log;
    this.timestamps = timestamps;
    this.evaluator = evaluator;
    this.turns = turns;
    this.publisher = publisher;
    this.logLoss = logLoss;
    this.goOn = goOn;
  }

  /** Whether the shard waits for other shards and takes no command. */
  boolean isParked() {
    return parked != null;
  }

  /**
   * Parks with a part that was taken from the mailbox, unless its joint command is cancelled
   * already.
   */
  void park(JointPart part) {
    parked = part; // before the look: a command that is cancelled after it resumes this part
    if (part.joint().isAborted()) {
      parked = null;
    } else {
      part.park(timestamps.upcoming(), timestamps.present());
    }
  }

  /** Evaluates the parked part, and votes. */
  void evaluate(JointPart part) {
    assert parked == part;
    if (!timestamps.isOpen(part.joint().ticks())) {
      part.refuse(evaluator.elsewhere());
      return;
    }
    var evaluated = new Turn();
    turn = evaluated;
    rolledBack = false;
    TableServiceException refusal = null;
    ColdPage needed = null;
    try {
      turns.buildOn(log);
      timestamps.assigned(part.joint().ticks());
      versionBefore = served.tree().current().version();
      turns.begin(evaluated);
      refusal = commit(evaluated, part);
    } catch (ColdPage e) {
      needed = e;
    } catch (RuntimeException | Error e) {
      part.refuse(evaluator.refuseFaulted()); // the shard's guard handles the failure
      throw e;
    }
    turns.end();
    if (needed != null) {
      part.awaitPage(evaluator.coldPage());
      cold.readThen(needed, () -> part.roomDecided(null));
    } else if (refusal == null && !evaluated.isCommitted() && !evaluated.changesNothing()) {
      waitForRoom.add(part);
      part.awaitRoom(evaluator.noSpace());
    } else if (refusal == null) {
      part.accept(evaluated.changes(), turns.generation());
    } else {
      part.refuse(refusal);
    }
  }

  /**
   * Commits a part's changes to the private tree if it has room for them. Returns the refusal; null
   * when there is none. Throws {@link ColdPage} if the part must be evaluated again after a page
   * was read; the tree is unchanged then.
   */
  private @Nullable TableServiceException commit(Turn evaluated, JointPart part) {
    if (!part.joint().hasManyAttempts()) {
      cold.readDirectly();
    }
    try {
      evaluated.take(part);
      evaluator.in(evaluated).evaluate(part);
      var refusal = evaluated.removeRefusal();
      if (refusal != null || evaluated.changesNothing()) {
        return refusal;
      }
      if (evaluated.hasRoomIn(served.tree())) {
        cold.commit(evaluated);
      }
      return null;
    } catch (PageDamaged e) {
      return evaluator.pageDamaged(); // the read has reported the page to the store
    } catch (PagesExhausted e) {
      LOG.debug("a joint command waits for pages", e);
      return null;
    }
  }

  /**
   * Lets the commands that wait for room go on.
   *
   * @param failure why there is no room; null when the page files have grown
   */
  void roomDecided(@Nullable TableServiceException failure) {
    var waiting = List.copyOf(waitForRoom);
    waitForRoom.clear();
    waiting.forEach(part -> part.roomDecided(failure));
  }

  /** Goes on after the decision: with the part in flight, or rolled back. */
  void resume(JointPart part) {
    if (leave(part)) {
      goOn.run();
    }
  }

  /** Ends the wait with a part. Returns false when it has ended already. */
  private boolean leave(JointPart part) {
    if (parked != part) {
      return false;
    }
    var evaluated = turn;
    parked = null;
    turn = null;
    if (part.joint().isAborted()) {
      if (!rolledBack && evaluated != null) {
        served.tree().rollbackTo(versionBefore);
      }
    } else if (evaluated != null && !part.changes().isEmpty()) {
      evaluated.joins(part);
      part.inFlightAs(evaluated);
      if (!rolledBack) {
        turns.addInFlight(evaluated);
      }
    }
    if (rolledBack && evaluated != null && part.joint().isRepeatedBy(part)) {
      part.joint().repeatAgain(); // the turn in which the part found its token may be undone
      return true;
    }
    var answer = new Turn();
    part.joint().answerIn(answer, part);
    if (answer.commands() > 0) {
      turns.answerInOrder(answer);
    }
    return true;
  }

  /**
   * Publishes the versions before a durable part, and the part itself when the other shards have
   * got as far.
   */
  void durable(JointPart part, long endPosition) {
    leave(part); // the log may be faster than the task of the loop that decided
    var inFlight = part.inFlight();
    if (inFlight == null || !turns.isInFlight(inFlight)) {
      part.lost(); // a fault of the shard has rolled it back; the next start finds it in the log
      goOn.run();
      return;
    }
    try {
      publisher.durable(inFlight, endPosition);
    } catch (RuntimeException | Error e) {
      part.lost(); // the shard's guard handles the failure; the other shards do not wait for this
      // one
      throw e;
    }
    goOn.run();
  }

  /** Rolls a part back that the log has lost, with all later turns. */
  void logFailed(JointPart part, LogFailed cause) {
    leave(part);
    var inFlight = part.inFlight();
    if (inFlight != null) {
      logLoss.undoFrom(inFlight, cause);
    }
    part.joint().undone(LogFailure.of(cause));
    goOn.run();
  }

  /** Publishes what waited for a joint command that is shown now. */
  void publish() {
    publisher.publishDurable();
    goOn.run();
  }

  /**
   * Notes that a task of the shard failed: versions that are not durable were rolled back, and no
   * page file may be trusted to grow.
   */
  void abandoned(TableServiceException refusal) {
    rolledBack = true;
    roomDecided(refusal);
  }

  /** Notes that all versions which are not durable were rolled back. */
  void rolledBack() {
    rolledBack = true;
  }
}
