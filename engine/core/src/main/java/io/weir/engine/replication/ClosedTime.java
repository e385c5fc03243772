package io.weir.engine.replication;

import io.weir.engine.log.LogBatch;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * When a leader closes a time, and which of its entries says so: the first one before which
 * everything is proposed that the shards had offered when they closed the time.
 *
 * <pre>
 * open       nothing is asked; a request is due when the term begins, a second after the last one if a record was proposed since, and after ten seconds without an entry
 * requested  the shards were asked
 * waiting    they have closed a time, and the next entry that may say so will; after ten seconds without an entry, an empty one
 * </pre>
 *
 * <p>Owner: log thread.
 */
final class ClosedTime {

  /** The least time between two requests: the shards are disturbed so often at most. */
  static final Duration EVERY = Duration.ofSeconds(1);

  /** After so long without an entry, one without records closes a time. */
  static final Duration QUIET = Duration.ofSeconds(10);

  private enum State {
    ENDED,
    OPEN,
    REQUESTED,
    WAITING
  }

  private final LongSupplier nanoClock;

  private State state = State.ENDED;

  /** The number of the last request. Answers to earlier ones count no more. */
  private long request;

  private long requestedNanos;
  private long proposedNanos;

  /** Whether an entry with records was proposed since the last request. */
  private boolean isNewsProposed;

  private long ticks;

  /** The last batch that must be proposed before the time may be told; null if all are. */
  private @Nullable LogBatch last;

  ClosedTime(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Begins a term, or goes on in it. What was closed before bound no other leader. */
  void begin() {
    state = State.OPEN;
    proposedNanos = nanoClock.getAsLong();
    requestedNanos = proposedNanos - EVERY.toNanos(); // the first request is due at once
    isNewsProposed = true;
  }

  /** Ends the term, or its part in which the leader proposes nothing of its own accord. */
  void end() {
    state = State.ENDED;
    request++;
    last = null;
  }

  /** Whether the shards shall close a time now. */
  boolean isDue() {
    return state == State.OPEN && nanosLeft() <= 0;
  }

  /** Notes that the shards are asked now. Returns the number of the request. */
  long request() {
    state = State.REQUESTED;
    requestedNanos = nanoClock.getAsLong();
    isNewsProposed = false;
    return ++request;
  }

  /** Whether an answer is that to the last request of this term. */
  boolean isAwaited(long number) {
    return state == State.REQUESTED && request == number;
  }

  /**
   * Notes a time that all shards have closed.
   *
   * @param lastBatch the last of the batches that wait; null if none does
   */
  void waits(long closedTicks, @Nullable LogBatch lastBatch) {
    state = State.WAITING;
    ticks = closedTicks;
    last = lastBatch;
  }

  /** Notes that a whole batch is in the next entry, or in those before. */
  void proposed(LogBatch batch) {
    isNewsProposed = true;
    if (batch.equals(last)) {
      last = null;
    }
  }

  /** Returns the time that the next entry closes; 0 if it closes none. */
  long take() {
    proposedNanos = nanoClock.getAsLong();
    if (state != State.WAITING || last != null) {
      return 0;
    }
    state = State.OPEN;
    return ticks;
  }

  /** Whether a time waits for an entry, and none comes. */
  boolean isOverdue() {
    return state == State.WAITING && nanosLeft() <= 0;
  }

  /**
   * Returns how long nothing is to be done, in nanoseconds.
   *
   * @param waits whether an entry waits for its outcome or for room, so that none can be proposed
   */
  long restNanos(boolean waits) {
    return state == State.OPEN || state == State.WAITING && !waits
        ? Math.max(0, nanosLeft())
        : Long.MAX_VALUE;
  }

  private long nanosLeft() {
    var now = nanoClock.getAsLong();
    return state == State.OPEN && isNewsProposed
        ? requestedNanos + EVERY.toNanos() - now
        : proposedNanos + QUIET.toNanos() - now;
  }
}
