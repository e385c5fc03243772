package io.weir.cluster;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How long a leader may be certain that no other node leads a later term.
 *
 * <p>A node that has answered a leader's call votes for no other for an election time-out
 * ({@link Loyalty}), and seeks no leadership itself. So no other node can have the votes of a
 * majority until that long after the moment at which this leader sent the last calls that a
 * majority has answered. The lease is a fifth shorter: it holds if the clocks of two nodes run at
 * rates that differ by less than that.
 *
 * <p>Only nodes that vote count. A node is added or removed at a time, so any majority after the
 * change has a node in common with any one before it: a lease that holds when the members change
 * stays good.
 *
 * <p>Runs on: {@link #holds}, any thread; the rest, threads of Ratis. Source: D. Ongaro, Consensus:
 * Bridging Theory and Practice, 2014, section 6.4.1.
 */
final class Lease {

  private final LongSupplier nanoClock;
  private final long lengthNanos;

  private final String self;

  /** Returns the sets of nodes of each of which a majority must have answered. */
  private final Supplier<List<Set<String>>> voters;

  /** Guards what was sent. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Map<String, Long> sent = new HashMap<>();
  private long sentTerm = -1;

  /** The lease. Written under the lock. */
  private volatile Held held = new Held(-1, 0);

  /**
   * The term that must not hold a lease any more, and those before it. Written by threads that end
   * a leadership.
   */
  private volatile long ended = -1;

  private record Held(long term, long untilNanos) {}

  /**
   * @param electionTimeout for which a node stays loyal
   * @param self this node
   * @param voters returns the nodes that vote: one set, or two while they change
   */
  Lease(
      LongSupplier nanoClock,
      Duration electionTimeout,
      String self,
      Supplier<List<Set<String>>> voters) {
    this.nanoClock = nanoClock;
    this.lengthNanos = electionTimeout.toNanos() / 5 * 4;
    this.self = self;
    this.voters = voters;
  }

  /** Notes that a node has answered a call of this leader as its follower. */
  void answered(long term, String follower, long sentNanos) {
    lock.lock();
    try {
      if (term < sentTerm) {
        return;
      }
      if (term > sentTerm) {
        sentTerm = term;
        sent.clear();
      }
      sent.merge(follower, sentNanos, (one, other) -> one - other > 0 ? one : other);
      OptionalLong since = sentToEnough();
      if (since.isPresent()) {
        held = new Held(term, since.getAsLong() + lengthNanos);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the moment since when enough nodes have been sent a call that they have answered; empty
   * if too few have answered.
   */
  private OptionalLong sentToEnough() {
    long now = nanoClock.getAsLong();
    long oldest = -1;
    for (Set<String> set : voters.get()) {
      OptionalLong age = ageOfMajority(set, now);
      if (age.isEmpty()) {
        return OptionalLong.empty();
      }
      oldest = Math.max(oldest, age.getAsLong());
    }
    return oldest < 0 ? OptionalLong.empty() : OptionalLong.of(now - oldest);
  }

  private OptionalLong ageOfMajority(Set<String> set, long now) {
    int needed = set.size() / 2 + 1 - (set.contains(self) ? 1 : 0);
    if (needed == 0) {
      return OptionalLong.of(0);
    }
    long[] ages = new long[set.size()];
    int answered = 0;
    for (String voter : set) {
      Long at = sent.get(voter);
      if (at != null) {
        ages[answered++] = now - at;
      }
    }
    Arrays.sort(ages, 0, answered);
    return answered < needed ? OptionalLong.empty() : OptionalLong.of(ages[needed - 1]);
  }

  /** Ends the lease of a term, before this node lets others vote or tells another to lead. */
  void end(long term) {
    ended = Math.max(ended, term);
  }

  /** Whether this node leads a term for certain. */
  boolean holds(long term) {
    Held now = held;
    return now.term() == term && term > ended && nanoClock.getAsLong() - now.untilNanos() < 0;
  }

  @Override
  public String toString() {
    return "lease " + held + " ended " + ended + " nodes "
        + Arrays.toString(sent.keySet().toArray());
  }
}
