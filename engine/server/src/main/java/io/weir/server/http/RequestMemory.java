package io.weir.server.http;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the requests of an endpoint hold in memory together: bodies while they are collected, and answers in one piece until their
 * clients have taken them. Streams, and answers of a few KiB, which go into the buffers of a connection, are not counted.
 *
 * <p>Where the limit is reached, new requests and bodies that still grow are refused with {@code ServerBusy}. Answers are never: what
 * they tell was done. So the limit is passed by no more than the answers to what was let in before.
 *
 * <p>Any thread.
 */
final class RequestMemory {

  private final LongAdder heldBytes = new LongAdder();
  private final long limitBytes;

  RequestMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Fails with {@code ServerBusy} when there is no room for another request. */
  void requireRoom() {
    if (heldBytes.sum() >= limitBytes) {
      throw busy();
    }
  }

  /** For a request that begins. */
  Share share() {
    return new Share();
  }

  private ServiceBusyException busy() {
    return new ServiceBusyException("reason=requestMemory limitBytes=" + limitBytes);
  }

  /**
   * What one request holds until its end. What a part of it still takes behind that is not counted: nobody would let go of it. Belongs
   * to the loop of its connection.
   */
  final class Share {

    private long bytes;
    private boolean released;

    /** Adds to it; fails with {@code ServerBusy} where that passes the limit. */
    void grow(long more) {
      hold(more);
      if (heldBytes.sum() > limitBytes) {
        throw busy();
      }
    }

    /** Adds to it, room or not. */
    void hold(long more) {
      if (!released) {
        bytes += more;
        heldBytes.add(more);
      }
    }

    /** Lets go of all of it. */
    void release() {
      released = true;
      heldBytes.add(-bytes);
      bytes = 0;
    }
  }
}
