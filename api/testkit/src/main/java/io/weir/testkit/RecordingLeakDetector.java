package io.weir.testkit;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakTracker;
import org.jspecify.annotations.Nullable;

/**
 * A leak detector of Netty that reports to the running test and not to the log.
 *
 * <p>Netty creates one for each kind of resource. The build names this class in
 * {@code io.netty.customResourceLeakDetector}.
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
  public @Nullable ResourceLeakTracker<T> track(T resource) {
    return counted(super.track(resource));
  }

  @Override
  public @Nullable ResourceLeakTracker<T> trackForcibly(T resource) {
    return counted(super.trackForcibly(resource));
  }

  private static <T> @Nullable ResourceLeakTracker<T> counted(
      @Nullable ResourceLeakTracker<T> tracker) {
    if (tracker == null) {
      return null;
    }
    return new CountedTracker<>(tracker, LostBuffers.noteHeld());
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

  /**
   * Tracks an object and releases it at once, because a detector looks for losses only when it
   * begins to track.
   */
  @SuppressWarnings("unchecked")
  private void reportNow() {
    var decoy = (T) new Object();
    var tracker = super.track(decoy);
    if (tracker != null) {
      tracker.close(decoy);
    }
  }
}
