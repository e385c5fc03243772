package io.weir.testkit;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The buffers that Netty found to be collected without having been released.
 *
 * <p>Runs on: any thread. A detector reports while it tracks the next buffer, whoever's that is; so the reports of one test
 * may appear during another, and {@link #settle()} asks for those that are still open. Knows nothing of Netty, because modules
 * without Netty are tested with the same kit.
 */
final class LostBuffers {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final List<Runnable> DETECTORS = new CopyOnWriteArrayList<>();
  private static final Queue<String> REPORTS = new ConcurrentLinkedQueue<>();

  private LostBuffers() {}

  /** Adds a detector, as what makes it report the losses that it could see by now. */
  static void addDetector(Runnable reportNow) {
    DETECTORS.add(reportNow);
  }

  static void report(String resource, String records) {
    REPORTS.add("resource=" + resource + " records=" + records);
  }

  /** Takes the reports so far, those included that only a collection of garbage brings to light. */
  static List<String> settle() throws InterruptedException {
    if (!DETECTORS.isEmpty()) {
      // Twice: references that one collection found are all enqueued once a later one's are.
      collectGarbage();
      collectGarbage();
      DETECTORS.forEach(Runnable::run);
    }
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
