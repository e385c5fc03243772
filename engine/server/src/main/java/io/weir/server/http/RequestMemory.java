package io.weir.server.http;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the requests of an endpoint hold in memory together: bodies while they are collected, answers in one piece until their
 * clients have taken them, and the windows of uploads. Streams, and answers of a few KiB, which go into the buffers of a connection,
 * are not counted.
 *
 * <p>Uploads hold at most half of the limit together: they may take long, and others are to be answered meanwhile. Each counts its
 * whole window from its beginning to its end, because nothing could refuse it once its lines are being carried out.
 *
 * <p>Where the limit is reached, new requests and bodies that still grow are refused with {@code ServerBusy}. Answers are never: what
 * they tell was done. So the limit is passed by no more than the answers to what was let in before.
 *
 * <p>Any thread.
 */
final class RequestMemory {

  private final LongAdder heldBytes = new LongAdder();

  /** What of it is windows of uploads; too much for a moment while one is refused. */
  private final AtomicLong uploadBytes = new AtomicLong();

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
    private long ofUpload;
    private boolean released;

    /** Adds to it; fails with {@code ServerBusy} where that passes the limit. */
    void grow(long more) {
      hold(more);
      if (heldBytes.sum() > limitBytes) {
        throw busy();
      }
    }

    /**
     * Adds the window of an upload; fails with {@code ServerBusy} where uploads together would hold more than half of the limit, or
     * everything more than the limit. A window longer than that half counts as all of it, so that one upload fits at a time.
     */
    void holdUpload(long windowBytes) {
      var half = limitBytes / 2;
      var window = Math.min(windowBytes, half);
      if (uploadBytes.addAndGet(window) > half) {
        uploadBytes.addAndGet(-window); // at once: the answer may take its time
        throw busy();
      }
      ofUpload += window;
      grow(window);
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
      uploadBytes.addAndGet(-ofUpload);
      bytes = 0;
      ofUpload = 0;
    }
  }
}
