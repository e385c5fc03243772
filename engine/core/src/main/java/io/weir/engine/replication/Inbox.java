package io.weir.engine.replication;

import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.Member;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The queue of events for the log thread, bounded by the bytes of the entries in it.
 *
 * <p>The consensus waits in {@link #committed} while it is full. Other events take no room. Any
 * thread adds; {@link #poll}: log thread.
 */
final class Inbox implements Member {

  private static final long MOST_BYTES = 32L << 20;

  private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
  private final AtomicLong bytes = new AtomicLong();
  private final Runnable pause;
  private final Runnable wake;
  private final LongSupplier appliedTicks;

  /** Written by the log thread, or by the thread that closes the log; read by the consensus. */
  private volatile @Nullable Throwable failure;

  private volatile boolean closed;

  /**
   * Makes an empty inbox.
   *
   * @param pause returns after a moment
   * @param wake makes the log thread look
   * @param appliedTicks of the store
   */
  Inbox(Runnable pause, Runnable wake, LongSupplier appliedTicks) {
    this.pause = pause;
    this.wake = wake;
    this.appliedTicks = appliedTicks;
  }

  @Override
  public long appliedTicks() {
    return appliedTicks.getAsLong();
  }

  @Override
  public void committed(Applied at, ByteBuffer entry) {
    while (bytes.get() > MOST_BYTES && !closed && failure == null) {
      pause.run();
    }
    var cause = failure;
    if (cause != null) {
      throw new IllegalStateException("this node's log takes no entries any more", cause);
    }
    add(new Event.Committed(at, entry));
  }

  @Override
  public void leads(long term) {
    add(new Event.Leads(term));
  }

  @Override
  public void follows(long term, @Nullable String leader) {
    add(new Event.Follows(term, leader));
  }

  /** Adds an event that never waits. */
  void add(Event event) {
    bytes.addAndGet(event.weightBytes());
    events.add(event);
    wake.run();
  }

  /** Removes the oldest event; null if there is none. */
  @Nullable
  Event poll() {
    var event = events.poll();
    if (event != null) {
      bytes.addAndGet(-event.weightBytes());
    }
    return event;
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  /** Refuses entries from now on. */
  void fail(Throwable cause) {
    failure = cause;
  }

  /** Lets the consensus wait no more. */
  void close() {
    closed = true;
  }
}
