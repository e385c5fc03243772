package io.weir.cluster;

import io.weir.engine.consensus.Outcome;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.apache.ratis.protocol.RaftClientReply;
import org.jctools.queues.MpscArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The entries that this node has proposed and whose outcome is open. A bounded number of them and
 * of their bytes.
 *
 * <p>Runs on: {@link #offer}, any thread; the rest, the thread {@code weir-cluster-propose}, and
 * outcomes on threads of Ratis too. Ratis makes the caller of a request wait until the entry is in
 * its log's queue, so no other thread of the store calls it.
 *
 * <p><b>Order.</b> One thread makes one request after the other, and a request that Ratis refuses
 * is complete when the call returns. From then on this class refuses everything of that term,
 * before it makes the next request. If an entry is missing, all later ones of its term are missing
 * too.
 */
final class Proposals implements AutoCloseable {

  /** The most entries whose outcome is open. */
  static final int MAX_ENTRIES = 1024;

  /** The most bytes of open entries. A longer one is taken if it is alone. */
  static final int MAX_BYTES = 16 << 20;

  private final Function<Proposal, CompletableFuture<RaftClientReply>> log;
  private final LongConsumer termSpoiled;
  private final Queue<Proposal> waiting = new MpscArrayQueue<>(MAX_ENTRIES);

  /** Entries that are in Ratis's hands. */
  private final Set<Proposal> open = ConcurrentHashMap.newKeySet();

  private final AtomicInteger entries = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private final Thread thread = new Thread(this::run, "weir-cluster-propose");

  /**
   * The last term in which an entry did not get its place: no other of it may follow. Written
   * before a refused request returns, on the same thread, or by a thread that ends a leadership.
   */
  private volatile long spoiled = -1;

  private volatile boolean closed;

  /**
   * @param log puts an entry into Ratis's log; the future completes with what became of it
   * @param termSpoiled is told the term of a refused entry; the leadership must not go on in it
   */
  Proposals(Function<Proposal, CompletableFuture<RaftClientReply>> log, LongConsumer termSpoiled) {
    this.log = log;
    this.termSpoiled = termSpoiled;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Takes an entry if there is room. Refuses it at once if this is closed. */
  boolean offer(long term, ByteBuffer entry, Outcome outcome) {
    if (closed) {
      outcome.refused("reason=stopped");
      return true;
    }
    if (!reserve(entry.remaining())) {
      return false;
    }
    // there is a place for each entry that was admitted
    waiting.add(new Proposal(term, entry, outcome));
    LockSupport.unpark(thread);
    return true;
  }

  private boolean reserve(int length) {
    if (entries.incrementAndGet() <= MAX_ENTRIES && reserveBytes(length)) {
      return true;
    }
    entries.decrementAndGet();
    return false;
  }

  private boolean reserveBytes(int length) {
    long before = bytes.getAndAdd(length);
    if (before == 0 || before + length <= MAX_BYTES) {
      return true;
    }
    bytes.addAndGet(-length);
    return false;
  }

  private void run() {
    while (!closed) {
      Proposal next = waiting.poll();
      if (next == null) {
        LockSupport.park(this);
      } else {
        put(next);
      }
    }
  }

  private void put(Proposal proposal) {
    if (proposal.term() == spoiled) {
      refuse(proposal, "reason=termOver");
      termSpoiled.accept(proposal.term());
      return;
    }
    open.add(proposal);
    try {
      var unused =
          log.apply(proposal).whenComplete((reply, failure) -> settle(proposal, reply, failure));
    } catch (RuntimeException failed) {
      settle(proposal, null, failed);
    }
  }

  /** Ends a proposal whose request is over. */
  private void settle(
      Proposal proposal, @Nullable RaftClientReply reply, @Nullable Throwable failure) {
    if (reply != null && reply.isSuccess()) {
      end(proposal, Outcome::kept);
      return;
    }
    spoiled = proposal.term();
    if (proposal.isLogged()) {
      end(proposal, Outcome::unknown);
    } else {
      refuse(proposal, reason(reply, failure));
    }
    termSpoiled.accept(proposal.term());
  }

  private static String reason(@Nullable RaftClientReply reply, @Nullable Throwable failure) {
    Throwable cause = reply == null ? failure : reply.getException();
    return "reason=" + (cause == null ? "none" : cause.getClass().getSimpleName());
  }

  private void refuse(Proposal proposal, String reason) {
    end(proposal, outcome -> outcome.refused(reason));
  }

  private void end(Proposal proposal, Consumer<Outcome> report) {
    if (proposal.settle()) {
      open.remove(proposal);
      bytes.addAndGet(-proposal.bytes());
      entries.decrementAndGet();
      report.accept(proposal.outcome());
    }
  }

  /** Refuses what has not been put into the log, and takes nothing any more. */
  void stop() {
    closed = true;
    LockSupport.unpark(thread);
    Joins.join(thread);
    for (Proposal left = waiting.poll(); left != null; left = waiting.poll()) {
      refuse(left, "reason=stopped");
    }
  }

  /** Ends what is still open, now that Ratis has stopped. */
  @Override
  public void close() {
    stop();
    open.forEach(left -> end(left, Outcome::unknown));
  }
}
