package io.weir.engine.page.extent;

import io.weir.engine.page.PageStoreListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One step of growth, which either the executor runs or the owner prevents, whichever comes first.
 *
 * <p>The executor completes the future and the owner reads it, which publishes the result of the
 * step. {@code begun} decides between the two, so that no mapped memory is closed under a step.
 */
final class GrowthStep {

  /** The work of the step. */
  @FunctionalInterface
  interface Work {
    ReservedUnits run() throws IOException;
  }

  private final @Nullable Extent grows;
  private final Work work;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final CompletableFuture<@Nullable ReservedUnits> ended = new CompletableFuture<>();

  /** @param grows the extent in which the step makes room; null if it creates a new one */
  GrowthStep(@Nullable Extent grows, Work work) {
    this.grows = grows;
    this.work = work;
  }

  @Nullable
  Extent grows() {
    return grows;
  }

  /**
   * Runs the step, unless it was prevented, and reports its outcome to the listener. Runs on: the
   * executor.
   */
  void run(PageStoreListener listener) {
    if (!begun.compareAndSet(false, true)) {
      return;
    }
    try {
      ReservedUnits made = work.run();
      ended.complete(made);
      listener.roomGrew();
    } catch (IOException e) {
      ended.complete(null);
      listener.failed(e);
    } catch (RuntimeException | Error e) {
      // deliberate: errors too; otherwise writes that wait for room would wait forever
      ended.complete(null);
      listener.failed(new IOException("cannot make room for pages cause=" + e.getMessage(), e));
    }
  }

  /** Prevents the step. Returns false if it has begun. */
  boolean prevent() {
    return begun.compareAndSet(false, true);
  }

  boolean hasEnded() {
    return ended.isDone();
  }

  /** Returns the result, or null if the step failed. The step must have ended. */
  @Nullable
  ReservedUnits outcome() {
    return ended.getNow(null);
  }

  /** Waits until the step has ended, and returns as {@link #outcome} does. Blocks. */
  @Nullable
  ReservedUnits await() {
    return ended.join();
  }
}
