package io.weir.testkit;

import io.netty.util.ResourceLeakDetector;

/**
 * A leak detector of Netty that reports to the running test and not to the log.
 *
 * <p>Netty creates one for each kind of resource. The build names this class in {@code io.netty.customResourceLeakDetector}.
 */
public final class RecordingLeakDetector<T> extends ResourceLeakDetector<T> {

  public RecordingLeakDetector(Class<?> resource, int samplingInterval) {
    super(resource, samplingInterval);
    LostBuffers.addDetector(this::reportNow);
  }

  /** Netty requires this constructor too, and logs its absence. */
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

  /** Tracks an object and releases it at once, because a detector looks for losses only when it begins to track. */
  @SuppressWarnings("unchecked")
  private void reportNow() {
    var decoy = (T) new Object();
    var tracker = track(decoy);
    if (tracker != null) {
      tracker.close(decoy);
    }
  }
}
