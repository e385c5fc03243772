package io.weir.cluster;

import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.Member;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the member: committed entries in the order of the log, and between them what the node's
 * role is.
 *
 * <p>Runs on: its own thread, {@code weir-cluster-deliver}, alone calls the member. {@link #entry}
 * waits for room: it is for the thread of Ratis that applies entries. {@link #leads} and
 * {@link #follows} never wait, because Ratis calls them under the lock of its server.
 *
 * <p>Failures: an exception of the member ends the delivery. What comes afterwards is dropped, so
 * that Ratis goes on with its log and its votes.
 */
final class Delivery implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);

  /** The most bytes of entries that wait for the member. A longer one is taken if it is alone. */
  private static final int MAX_WAITING_BYTES = 16 << 20;

  private static final int MAX_WAITING_ENTRIES = 1024;

  /** Something that the member is to be told. */
  private sealed interface Event {

    void tell(Member member);

    default int bytes() {
      return 0;
    }

    record Entry(Applied at, ByteBuffer content) implements Event {
      @Override
      public void tell(Member member) {
        member.committed(at, content);
      }

      @Override
      public int bytes() {
        return content.remaining();
      }
    }

    record Leads(long term) implements Event {
      @Override
      public void tell(Member member) {
        LOG.info("this node leads term={}", term);
        member.leads(term);
      }
    }

    record Follows(long term, @Nullable String leader) implements Event {
      @Override
      public void tell(Member member) {
        LOG.info("this node follows term={} leader={}", term, leader);
        member.follows(term, leader);
      }
    }
  }

  private final Member member;
  private final Runnable failed;
  private final Thread thread = new Thread(this::run, "weir-cluster-deliver");

  /** Guards what waits. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition filled = lock.newCondition();
  private final Condition drained = lock.newCondition();
  private final Queue<Event> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private boolean stopped;

  /** Whether the member is being told something. */
  private boolean telling;

  /** The last term of which this node was told that its leadership is over. */
  private long endedTerm = -1;

  /** The last word about the role that waits or was delivered. */
  private Event role = new Event.Follows(-1, null);

  private volatile Applied received;
  private volatile @Nullable String failure;

  /**
   * @param last the last entry that the member has already
   * @param failed runs on the delivery's thread after the member has thrown
   */
  Delivery(Member member, Applied last, Runnable failed) {
    this.member = member;
    this.received = last;
    this.failed = failed;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Returns the last entry that the member has. */
  Applied received() {
    return received;
  }

  /** Returns why nothing is delivered any more; null while something is. */
  @Nullable
  String failure() {
    return failure;
  }

  /** Returns the time up to which the member has published everything. Any thread. */
  long appliedTicks() {
    return member.appliedTicks();
  }

  /** Adds an entry behind all that wait. Waits for room. */
  void entry(Applied at, ByteBuffer content) {
    lock.lock();
    try {
      while (!stopped && isFull(content.remaining())) {
        drained.awaitUninterruptibly();
      }
      if (!stopped) {
        add(new Event.Entry(at, content));
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull(int length) {
    return waitingBytes > 0 && waitingBytes + length > MAX_WAITING_BYTES
        || waiting.size() >= MAX_WAITING_ENTRIES;
  }

  /** Adds that this node leads a term, unless it is over already. */
  void leads(long term) {
    lock.lock();
    try {
      if (!stopped && term > endedTerm) {
        role = new Event.Leads(term);
        add(role);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Adds that this node's leadership of a term is over. */
  void leadershipEnded(long term) {
    lock.lock();
    try {
      endedTerm = Math.max(endedTerm, term);
      if (role instanceof Event.Leads) {
        addRole(new Event.Follows(term, null));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Adds that another node leads a term; null if it is not known which one. */
  void follows(long term, @Nullable String leader) {
    lock.lock();
    try {
      addRole(new Event.Follows(term, leader));
    } finally {
      lock.unlock();
    }
  }

  private void addRole(Event.Follows next) {
    if (!stopped && !next.equals(role)) {
      role = next;
      add(next);
    }
  }

  private void add(Event event) {
    waiting.add(event);
    waitingBytes += event.bytes();
    filled.signal();
  }

  private void run() {
    for (Event event = next(); event != null; event = next()) {
      try {
        deliver(event);
      } catch (RuntimeException | Error thrown) {
        fail(thrown);
      }
    }
  }

  private @Nullable Event next() {
    lock.lock();
    try {
      telling = false;
      drained.signalAll();
      while (!stopped && waiting.isEmpty()) {
        filled.awaitUninterruptibly();
      }
      Event event = waiting.poll();
      if (event != null) {
        telling = true;
        waitingBytes -= event.bytes();
      }
      return event;
    } finally {
      lock.unlock();
    }
  }

  private void deliver(Event event) {
    event.tell(member);
    if (event instanceof Event.Entry entry) {
      received = entry.at();
    }
  }

  private void fail(Throwable thrown) {
    LOG.error("the store took no entry after received={}", received, thrown);
    failure = "the store failed after the entry index=" + received.index() + ": " + thrown;
    stop();
    failed.run();
  }

  private void stop() {
    lock.lock();
    try {
      stopped = true;
      waiting.clear();
      waitingBytes = 0;
      filled.signalAll();
      drained.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the member has everything that waits, for some time at most. What a node has not
   * given to its store when it is stopped, it gets from the others again; the last node of all does
   * not.
   */
  void drain(Duration most) {
    lock.lock();
    try {
      long nanos = most.toNanos();
      while (!stopped && (telling || !waiting.isEmpty()) && nanos > 0) {
        nanos = drained.awaitNanos(nanos);
      }
      if (telling || !waiting.isEmpty()) {
        LOG.warn("the store has not taken all entries before the stop waiting={}", waiting.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  /** Ends the delivery. The member is not called any more when this method returns. */
  @Override
  public void close() {
    stop();
    Joins.join(thread);
  }
}
