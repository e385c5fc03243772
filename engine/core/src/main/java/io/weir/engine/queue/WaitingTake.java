package io.weir.engine.queue;

import io.weir.engine.queue.Alarms.Alarm;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A take that waits for a message. Owner: shard loop, apart from its creation. */
public final class WaitingTake {

  /** What the owner of a take does for it. Both run on the shard's loop and do not throw. */
  public interface Owner {

    /**
     * Tries to take messages and reports to {@link WaitingTakes#looked} or
     * {@link WaitingTakes#failed} once.
     */
    void look(WaitingTake take);

    /**
     * Answers that there are no messages. Called at most once, and not after a look that has taken
     * messages or has failed.
     */
    void giveUp();
  }

  /** IDLE and LOOKING alternate until ENDED. */
  enum State {
    IDLE,
    LOOKING,
    ENDED
  }

  final Lane lane;
  final Duration wait;
  final Owner owner;
  State state = State.IDLE;

  /** Whether the wait is over: an empty look is the last one. */
  boolean isOver;

  /** Whether nobody listens any more. */
  boolean hasLeft;

  /** Place in the order of arrival; set when it joins. */
  long number;

  /** When the last look began. */
  long lookNanos;

  /** The end of the wait; set when it joins. */
  @Nullable
  Alarm end;

  public WaitingTake(Lane lane, Duration wait, Owner owner) {
    this.lane = lane;
    this.wait = wait;
    this.owner = owner;
  }

  /** Returns the lane at which it waits. */
  public Lane lane() {
    return lane;
  }

  void look(long nowNanos) {
    lookNanos = nowNanos;
    state = State.LOOKING;
    owner.look(this);
  }
}
