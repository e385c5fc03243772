package io.weir.server.request;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The heap that clients hold by their presence: connections, requests in progress, and requests
 * that last. All ports of a service share it. What requests carry, their bodies and answers, is
 * counted by {@link RequestMemory}.
 *
 * <p>Connections are refused when three quarters are held, and requests that last when seven
 * eighths are held. The rest is left to short requests, so that idle clients do not keep others
 * from an answer.
 *
 * <p>Any thread.
 */
public final class ClientMemory {

  /** What a client holds, and the eighths of the limit up to which it is admitted. */
  public enum Holder {
    /** A connection in clear text or with TLS. */
    CONNECTION(8 << 10, 6),
    /** A request, from its head to the end of its answer. */
    REQUEST(4 << 10, 8),
    /** A change feed that is followed, besides its request. */
    SUBSCRIBER(8 << 10, 7),
    /** A request that waits for a message of a queue, besides its request. */
    WAITING_TAKE(2 << 10, 7);

    private final int bytes;
    private final int eighths;

    Holder(int bytes, int eighths) {
      this.bytes = bytes;
      this.eighths = eighths;
    }

    /** Returns the heap that one needs. Measured, and rounded up. */
    public int bytes() {
      return bytes;
    }
  }

  private static final long LEAST_BYTES = 1 << 20;
  private static final long BASE_BYTES = 24 << 20;

  private final long limitBytes;
  private final AtomicLong held = new AtomicLong();

  /** @param limitBytes at least 64 KiB */
  public ClientMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /**
   * Returns the default limit for a heap: three eighths of what the service itself leaves free, at
   * least 1 MiB.
   */
  public static long ofHeap(long heapBytes) {
    return Math.max(LEAST_BYTES, (heapBytes - BASE_BYTES) / 8 * 3);
  }

  /** Returns the limit. */
  public long limitBytes() {
    return limitBytes;
  }

  /** Returns the bytes that clients hold; a moment's view. */
  public long heldBytes() {
    return held.get();
  }

  /** Admits one more. Returns false, and holds nothing, if there is no room for it. */
  public boolean admit(Holder holder) {
    if (held.addAndGet(holder.bytes) > limitBytes / 8 * holder.eighths) {
      held.addAndGet(-holder.bytes);
      return false;
    }
    return true;
  }

  /** Admits one more. Fails with {@code ServerBusy} if there is no room for it. */
  void require(Holder holder) {
    if (!admit(holder)) {
      throw new ServiceBusyException("reason=clientMemory limitBytes=" + limitBytes);
    }
  }

  /** Releases what was admitted. */
  public void release(long bytes) {
    held.addAndGet(-bytes);
  }
}
