package io.weir.server.request;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The memory that all requests of a service hold together: bodies being collected, answers in one
 * piece until their clients have taken them, uploads, and one chunk of each large value that is
 * being read. Other streams and small answers are not counted; they fit into the buffers of a
 * connection.
 *
 * <p>Uploads hold at most half of the limit together, because they may last long while other
 * requests need memory. One quarter covers {@link #UPLOAD_BYTES} for each upload from its beginning
 * to its end. The other quarter covers the windows of uploads that hold more for a while; they wait
 * for these: see {@link UploadWindows}. Pipelines are uploads too. They get at most half of the
 * first quarter and give up a window that another upload waits for, because a client sends the
 * operations of a refused pipeline as single requests.
 *
 * <p>Large values that are being uploaded hold at most another quarter: {@link #VALUE_BYTES} each,
 * or less for a declared length that needs less.
 *
 * <p>At the limit, new requests and growing bodies are refused with {@code ServerBusy}. Answers are
 * never refused, because their work is done. Windows are never refused, because an admitted upload
 * might not proceed without one. Only these two may exceed the limit.
 *
 * <p>Any thread.
 */
public final class RequestMemory {

  /**
   * Memory that an upload may hold at any time, a chunk of its body being read, and the unread
   * bytes in the window of its stream.
   */
  static final long UPLOAD_BYTES = 2 * UploadWindows.FREE_BYTES + UploadCredit.STREAM_WINDOW_BYTES;

  /**
   * Memory for the upload of a value: three chunks of 960 KiB, each as an array, as properties and
   * as a log record, and the unread bytes in the window of its stream.
   */
  static final long VALUE_BYTES = 9L * 960 * 1024 + UploadCredit.STREAM_WINDOW_BYTES;

  /** Copies of its content that a short value holds. */
  private static final int VALUE_COPIES = 3;

  private final LongAdder heldBytes = new LongAdder();

  /** Bytes that uploads hold from their beginnings. Briefly too large while one is refused. */
  private final AtomicLong uploadBytes = new AtomicLong();

  /** Bytes of these that pipelines hold. */
  private final AtomicLong pipelineBytes = new AtomicLong();

  /** Bytes that uploads of values hold. */
  private final AtomicLong valueBytes = new AtomicLong();

  private final long limitBytes;
  private final UploadWindows windows;

  private final ClientMemory clients;

  /** Makes the memory of requests whose clients are not counted. */
  public RequestMemory(long limitBytes) {
    this(limitBytes, new ClientMemory(Long.MAX_VALUE));
  }

  /** Makes the memory of requests beside that of their clients. */
  public RequestMemory(long limitBytes, ClientMemory clients) {
    this.limitBytes = limitBytes;
    this.clients = clients;
    this.windows = new UploadWindows(limitBytes / 4, heldBytes);
  }

  /** Makes the memory of a service. All its ports share it, because they share the heap. */
  public static RequestMemory of(RequestLimits limits) {
    return new RequestMemory(limits.memoryBytes(), new ClientMemory(limits.clientBytes()));
  }

  /** Returns the memory that clients hold by their presence. */
  public ClientMemory ofClients() {
    return clients;
  }

  /** Fails with {@code ServerBusy} if there is no memory for another request. */
  public void requireRoom() {
    if (heldBytes.sum() >= limitBytes) {
      throw busy();
    }
  }

  /** Returns the share of a new request. */
  public Share share() {
    return new Share();
  }

  /**
   * Takes the bytes and returns their number. Fails with {@code ServerBusy} if that exceeds the
   * maximum.
   */
  private long take(AtomicLong held, long own, long most) {
    if (held.addAndGet(own) > most) {
      held.addAndGet(-own); // at once, because sending the answer may take time
      throw busy();
    }
    return own;
  }

  private ServiceBusyException busy() {
    return new ServiceBusyException("reason=requestMemory limitBytes=" + limitBytes);
  }

  /**
   * The memory that one request holds until its end. Bytes that it takes after its end are not
   * counted, because nothing would release them. Belongs to the loop of its connection.
   */
  public final class Share {

    private long bytes;
    private long ofClient;
    private long ofUpload;
    private long ofPipeline;
    private long ofValue;
    private UploadWindows.@Nullable Share window;
    private boolean released;

    /** Adds bytes. Fails with {@code ServerBusy} if that exceeds the limit. */
    public void grow(long more) {
      hold(more);
      if (heldBytes.sum() > limitBytes) {
        throw busy();
      }
    }

    /**
     * Admits the request itself, or what makes it last. Fails with {@code ServerBusy} if clients
     * hold too much.
     */
    public void require(ClientMemory.Holder holder) {
      if (!released) {
        clients.require(holder);
        ofClient += holder.bytes();
      }
    }

    /**
     * Adds the fixed part of an upload. Fails with {@code ServerBusy} if the fixed parts of all
     * uploads exceed a quarter of the limit, or if all requests exceed the limit. A quarter smaller
     * than one fixed part admits exactly one upload.
     */
    void holdUpload() {
      var quarter = limitBytes / 4;
      var own = take(uploadBytes, Math.min(UPLOAD_BYTES, quarter), quarter);
      ofUpload += own;
      grow(own);
    }

    /**
     * Adds the fixed part of a pipeline, which counts as an upload. Pipelines together hold at most
     * half of that quarter.
     */
    void holdPipeline() {
      var own = Math.min(UPLOAD_BYTES, limitBytes / 4);
      ofPipeline += take(pipelineBytes, own, Math.max(own, limitBytes / 8));
      holdUpload();
    }

    /**
     * Adds the memory for the upload of a value. Fails with {@code ServerBusy} if all of these
     * exceed a quarter of the limit, or if all requests exceed the limit. A quarter smaller than
     * one value admits exactly one.
     *
     * @param declaredBytes length of the value; negative if it is not known
     */
    void holdValue(long declaredBytes) {
      var needed = declaredBytes < 0 || declaredBytes > VALUE_BYTES / VALUE_COPIES
          ? VALUE_BYTES
          : UploadWindows.FREE_BYTES + VALUE_COPIES * declaredBytes;
      var quarter = limitBytes / 4;
      var own = take(valueBytes, Math.min(needed, quarter), quarter);
      ofValue += own;
      grow(own);
    }

    /**
     * Returns this upload's share of the windows: see {@link UploadWindows#share}. A pipeline
     * yields its window.
     */
    UploadWindows.Share window(Runnable resume) {
      window = ofPipeline > 0 ? windows.yielding(resume) : windows.share(resume);
      return window;
    }

    /** Adds bytes, even beyond the limit. */
    public void hold(long more) {
      if (!released) {
        bytes += more;
        heldBytes.add(more);
      }
    }

    /** Releases all bytes. */
    void release() {
      released = true;
      heldBytes.add(-bytes);
      uploadBytes.addAndGet(-ofUpload);
      pipelineBytes.addAndGet(-ofPipeline);
      valueBytes.addAndGet(-ofValue);
      clients.release(ofClient);
      bytes = 0;
      ofClient = 0;
      ofUpload = 0;
      ofPipeline = 0;
      ofValue = 0;
      if (window != null) {
        window.end();
      }
    }
  }
}
