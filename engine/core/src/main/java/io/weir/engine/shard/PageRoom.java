package io.weir.engine.shard;

import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.tree.ColdPage;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Room for pages: holds the turn that waits while page files grow, and reacts when they cannot
 * grow.
 *
 * <p>When page files cannot grow, the commands of the waiting turn are decided again. Writes that
 * store something are then refused, and removals continue in small turns. A timer looks for room
 * until there is some, whether or not writes arrive.
 *
 * <p>Owner: shard loop.
 */
final class PageRoom {

  private static final Logger LOG = LoggerFactory.getLogger(PageRoom.class);

  /** The pause between two looks for room after the page files could not grow. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /**
   * Commands in a turn while room is scarce. The pages that are reserved for removals suffice for
   * this number.
   */
  private static final int SCARCE_TURN_COMMANDS = 16;

  /** The reason of the outage when a shard has no room. */
  private static final String NO_SPACE = "noSpace";

  private final ShardHealth health;
  private final Loop loop;
  private final ServedTree served;
  private final Evaluator evaluator;
  private final Mailbox mailbox;
  private final ColdPageWait cold;
  private final Runnable resume;

  /**
   * The turn that is evaluated and waits for page files to grow, or for cold pages. No other
   * command is evaluated meanwhile.
   */
  private @Nullable Turn waiting;

  /** Whether the page files could not grow, and have not grown since. */
  private boolean scarce;

  /** Whether the timer is scheduled. */
  private boolean looking;

  private boolean stopped;

  /** @param resume takes the shard's next turns; called after the timer has looked for room */
  PageRoom(
      ShardHealth health,
      Loop loop,
      ServedTree served,
      Evaluator evaluator,
      Mailbox mailbox,
      ColdPageWait cold,
      Runnable resume) {
    this.cold = cold;
    this.health = health;
    this.loop = loop;
    this.served = served;
    this.evaluator = evaluator;
    this.mailbox = mailbox;
    this.resume = resume;
  }

  /**
   * Commits a turn to the tree, or returns false and keeps the turn until the page files have grown
   * or its pages are in memory. Rarely, the missing room shows only during the commit; the tree is
   * unchanged then, too.
   */
  boolean commit(Turn turn) {
    try {
      if (turn.hasRoomIn(served.tree())) {
        commitNow(turn);
        return true;
      }
    } catch (ColdPage e) {
      cold.await(e, turn.keys());
    } catch (PagesExhausted e) {
      LOG.debug("a turn waits for pages shard={}", health.shard(), e);
    }
    waiting = turn;
    return false;
  }

  private void commitNow(Turn turn) {
    cold.commit(turn);
  }

  /** Whether a turn waits for room. */
  boolean isAwaited() {
    return waiting != null;
  }

  /** Removes and returns the turn that waits for room; null when there is none. */
  @Nullable
  Turn removeWaiting() {
    var turn = waiting;
    waiting = null;
    return turn;
  }

  /** Fails the turn that waits for room, if there is one. */
  void failWaiting(TableServiceException failure) {
    var turn = removeWaiting();
    if (turn != null) {
      turn.failAll(failure);
    }
  }

  /** Returns the largest number of commands of the next turn. */
  int turnCommands(int most) {
    return scarce ? Math.min(SCARCE_TURN_COMMANDS, most) : most;
  }

  /** Notes that the page files have grown. */
  void grew() {
    scarce = false;
    look();
  }

  /**
   * Notes that the page files could not grow. Refuses writes that need room until there is some.
   */
  void growthFailed(IOException cause) {
    scarce = true;
    if (evaluator.isFull()) {
      if (!cold.isOn()) { // a turn that waits for cold pages may find room afterwards
        failWaiting(evaluator.noSpace());
      }
      return;
    }
    LOG.error(
        "the page files cannot grow; writes that need room are refused until the disk has room or entities are removed shard={}",
        health.shard(),
        cause);
    evaluator.full(true);
    health.begin(NO_SPACE, false);
    var turn = removeWaiting();
    if (turn != null) {
      mailbox.putBack(turn.taken());
    }
    if (!looking) {
      looking = true;
      loop.schedule(LOOK_EVERY, this::lookAgain);
    }
  }

  /** Stops the timer. */
  void stop() {
    stopped = true;
  }

  private void lookAgain() {
    look();
    looking = evaluator.isFull() && !stopped;
    if (looking) {
      loop.schedule(LOOK_EVERY, this::lookAgain);
    }
    resume.run();
  }

  private void look() {
    // deliberate: the page files of a refused shard may be closed already
    if (evaluator.isFull() && !served.isRefused() && served.tree().hasRoomAgain()) {
      evaluator.full(false);
      if (health.endPassing()) {
        LOG.info("the page files have room again shard={}", health.shard());
      }
    }
  }
}
