package io.weir.testkit;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The buffers that were garbage-collected without a release, as Netty reports them.
 *
 * <p>Any thread. A detector reports a loss when it tracks the next buffer, which may belong to
 * another test. {@link #settle()} therefore makes all detectors report. The class does not depend
 * on Netty, because modules without Netty use the same kit.
 */
final class LostBuffers {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final List<Runnable> DETECTORS = new CopyOnWriteArrayList<>();
  private static final Queue<String> REPORTS = new ConcurrentLinkedQueue<>();

  /**
   * Counts the buffers that were tracked since the last collection and are not released. One that
   * is lost stays among them.
   */
  private static volatile AtomicLong held = new AtomicLong();

  private LostBuffers() {}

  /** Adds a detector. {@code reportNow} makes it report the losses that it can detect. */
  static void addDetector(Runnable reportNow) {
    DETECTORS.add(reportNow);
  }

  /** Counts a buffer, and returns where its release is counted. */
  static AtomicLong noteHeld() {
    var counter = held;
    counter.incrementAndGet();
    return counter;
  }

  static void report(String resource, String records) {
    REPORTS.add("resource=" + resource + " records=" + records);
  }

  /**
   * Returns and removes all reports, after a garbage collection that reveals further losses.
   * Collects nothing if every buffer that was tracked since the last collection has been released:
   * an older one that was lost meanwhile is revealed by a later collection.
   */
  static List<String> settle() throws InterruptedException {
    return held.get() > 0 ? settleAll() : reports();
  }

  /** Returns and removes all reports, after a garbage collection that reveals every loss. */
  static List<String> settleAll() throws InterruptedException {
    held = new AtomicLong();
    if (!DETECTORS.isEmpty()) {
      // Twice: when the references of the second collection are enqueued, all references of the
      // first are.
      collectGarbage();
      collectGarbage();
      DETECTORS.forEach(Runnable::run);
    }
    return reports();
  }

  private static List<String> reports() {
    var reports = new ArrayList<String>();
    for (var report = REPORTS.poll(); report != null; report = REPORTS.poll()) {
      reports.add(report);
    }
    return reports;
  }

  private static void collectGarbage() throws InterruptedException {
    var collected = new ReferenceQueue<Object>();
    var sentinel = new WeakReference<>(new Object(), collected);
    System.gc();
    if (collected.remove(PATIENCE.toMillis()) != sentinel) {
      throw new IllegalStateException("garbage was not collected patience=" + PATIENCE);
    }
  }
}
