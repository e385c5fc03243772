package io.weir.testkit;

import io.netty.util.ResourceLeakDetector;

/**
 * Netty's leak detector, reporting to the test that runs rather than to the log.
 *
 * <p>Netty makes one for each kind of resource; the build names this class in {@code io.netty.customResourceLeakDetector}.
 */
public final class RecordingLeakDetector<T> extends ResourceLeakDetector<T> {

  public RecordingLeakDetector(Class<?> resource, int samplingInterval) {
    super(resource, samplingInterval);
    LostBuffers.addDetector(this::reportNow);
  }

  /** Looked up by Netty beside the other, and named in its log when missing. */
  public RecordingLeakDetector(Class<?> resource, int samplingInterval, long ignored) {
    this(resource, samplingInterval);
  }

  @Override
  protected boolean needReport() {
    return true;
  }

  @Override
  protected void reportTracedLeak(String resource, String records) {
    LostBuffers.report(resource, records);
  }

  @Override
  protected void reportUntracedLeak(String resource) {
    LostBuffers.report(resource, "none");
  }

  /** Tracks something that is released at once: a detector looks for losses only as it begins to track. */
  @SuppressWarnings("unchecked")
  private void reportNow() {
    var decoy = (T) new Object();
    var tracker = track(decoy);
    if (tracker != null) {
      tracker.close(decoy);
    }
  }
}
