package io.weir.engine.observe;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The room for records that wait for a loop, bounded in number and in bytes. Any thread. */
final class WaitingRoom {

  /** Most records that wait. */
  static final int MOST_RECORDS = 1_024;

  /** Most bytes of the records that wait, as their senders estimate them. */
  static final long MOST_BYTES = 8L << 20;

  private final AtomicInteger records = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** Takes a place. Returns false when the room is full; nothing is taken then. */
  boolean enter(long recordBytes) {
    var number = records.incrementAndGet();
    var sum = bytes.addAndGet(recordBytes);
    if (number <= MOST_RECORDS && sum <= MOST_BYTES) {
      return true;
    }
    leave(recordBytes);
    return false;
  }

  /** Gives a place back. */
  void leave(long recordBytes) {
    records.decrementAndGet();
    bytes.addAndGet(-recordBytes);
  }
}
