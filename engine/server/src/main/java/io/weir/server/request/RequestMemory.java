package io.weir.server.request;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of an endpoint hold in memory together: bodies while they are collected, answers in one piece until their
 * clients have taken them, and uploads. Streams, and answers of a few KiB, which go into the buffers of a connection, are not
 * counted.
 *
 * <p>Uploads hold at most half of the limit together: they may take long, and others are to be answered meanwhile. A quarter is for
 * what each of them holds from its beginning to its end, {@link #UPLOAD_BYTES}; the other one for the windows of those that hold more
 * for a while, which they wait for: see {@link UploadWindows}. Pipelines are such uploads, but have no more than half of the first quarter,
 * and do not keep a window that another waits for: what is refused there goes by itself.
 *
 * <p>Where the limit is reached, new requests and bodies that still grow are refused with {@code ServerBusy}. Answers are never: what
 * they tell was done; nor windows, without which an upload that was let in might not get on. So the limit is passed by no more than
 * these.
 *
 * <p>Any thread.
 */
public final class RequestMemory {

  /** What an upload may hold at any time, a chunk of its body that is read, and what lies unread in the window of its stream. */
  public static final long UPLOAD_BYTES = 2 * UploadWindows.FREE_BYTES + UploadCredit.STREAM_WINDOW_BYTES;

  private final LongAdder heldBytes = new LongAdder();

  /** What of it uploads hold from their beginnings; too much for a moment while one is refused. */
  private final AtomicLong uploadBytes = new AtomicLong();

  /** What of that pipelines hold. */
  private final AtomicLong pipelineBytes = new AtomicLong();

  private final long limitBytes;
  private final UploadWindows windows;

  public RequestMemory(long limitBytes) {
    this.limitBytes = limitBytes;
    this.windows = new UploadWindows(limitBytes / 4, heldBytes);
  }

  /** Fails with {@code ServerBusy} when there is no room for another request. */
  public void requireRoom() {
    if (heldBytes.sum() >= limitBytes) {
      throw busy();
    }
  }

  /** For a request that begins. */
  public Share share() {
    return new Share();
  }

  /** Takes it, and answers how much that was; or fails with {@code ServerBusy}. */
  private long take(AtomicLong held, long own, long most) {
    if (held.addAndGet(own) > most) {
      held.addAndGet(-own); // at once: the answer may take its time
      throw busy();
    }
    return own;
  }

  private ServiceBusyException busy() {
    return new ServiceBusyException("reason=requestMemory limitBytes=" + limitBytes);
  }

  /**
   * What one request holds until its end. What a part of it still takes behind that is not counted: nobody would let go of it. Belongs
   * to the loop of its connection.
   */
  public final class Share {

    private long bytes;
    private long ofUpload;
    private long ofPipeline;
    private UploadWindows.@Nullable Share window;
    private boolean released;

    /** Adds to it; fails with {@code ServerBusy} where that passes the limit. */
    public void grow(long more) {
      hold(more);
      if (heldBytes.sum() > limitBytes) {
        throw busy();
      }
    }

    /**
     * Adds what an upload may hold at any time; fails with {@code ServerBusy} where uploads together would hold more than a quarter of the
     * limit so, or everything more than the limit. Where that quarter is less, it counts as all of it, so that one upload fits.
     */
    public void holdUpload() {
      var quarter = limitBytes / 4;
      var own = take(uploadBytes, Math.min(UPLOAD_BYTES, quarter), quarter);
      ofUpload += own;
      grow(own);
    }

    /** The same of a pipeline, which is an upload, too; but of that quarter pipelines together hold no more than half. */
    public void holdPipeline() {
      var own = Math.min(UPLOAD_BYTES, limitBytes / 4);
      ofPipeline += take(pipelineBytes, own, Math.max(own, limitBytes / 8));
      holdUpload();
    }

    /** What an upload may hold for a while; see {@link UploadWindows#share}. A pipeline yields. */
    public UploadWindows.Share window(Runnable resume) {
      window = ofPipeline > 0 ? windows.yielding(resume) : windows.share(resume);
      return window;
    }

    /** Adds to it, room or not. */
    public void hold(long more) {
      if (!released) {
        bytes += more;
        heldBytes.add(more);
      }
    }

    /** Lets go of all of it. */
    public void release() {
      released = true;
      heldBytes.add(-bytes);
      uploadBytes.addAndGet(-ofUpload);
      pipelineBytes.addAndGet(-ofPipeline);
      bytes = 0;
      ofUpload = 0;
      ofPipeline = 0;
      if (window != null) {
        window.end();
      }
    }
  }
}
