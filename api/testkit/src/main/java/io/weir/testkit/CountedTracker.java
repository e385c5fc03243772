package io.weir.testkit;

import io.netty.util.ResourceLeakTracker;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A tracker that says when its resource is released. Any thread. */
record CountedTracker<T>(ResourceLeakTracker<T> tracker, AtomicLong held)
    implements ResourceLeakTracker<T> {

  @Override
  public void record() {
    tracker.record();
  }

  @Override
  public void record(Object hint) {
    tracker.record(hint);
  }

  @Override
  public boolean close(T resource) {
    var first = tracker.close(resource);
    if (first) {
      held.decrementAndGet();
    }
    return first;
  }

  @Override
  public @Nullable Throwable getCloseStackTraceIfAny() {
    return tracker.getCloseStackTraceIfAny();
  }
}
