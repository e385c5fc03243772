package io.weir.engine.page.extent;

import io.weir.engine.page.PageStoreListener;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One step of growth: carried out by the executor, or prevented by the owner, whichever comes first.
 *
 * <p>The future is completed by the executor and read by the owner, which sees then what the step has
 * made. {@code begun} decides between the two, so no mapped memory is closed under a step.
 */
final class GrowthStep {

  /** What the step does. */
  @FunctionalInterface
  interface Work {
    ReservedUnits run() throws IOException;
  }

  private final @Nullable Extent grows;
  private final Work work;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final CompletableFuture<@Nullable ReservedUnits> ended = new CompletableFuture<>();

  /** @param grows the extent that the step makes room in; null when it makes a new one */
  GrowthStep(@Nullable Extent grows, Work work) {
    this.grows = grows;
    this.work = work;
  }

  @Nullable
  Extent grows() {
    return grows;
  }

  /** Carries the step out, unless it was prevented, and tells the listener what became of it. The executor. */
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
      // deliberate: errors too; what waits for room would wait for ever
      ended.complete(null);
      listener.failed(new IOException("cannot make room for pages cause=" + e.getMessage(), e));
    }
  }

  /** Keeps the step from being carried out; false when it has begun. */
  boolean prevent() {
    return begun.compareAndSet(false, true);
  }

  boolean hasEnded() {
    return ended.isDone();
  }

  /** What was made; null when the step has failed. The step must have ended. */
  @Nullable
  ReservedUnits outcome() {
    return ended.getNow(null);
  }

  /** Waits until the step has ended, and answers as {@link #outcome}. Blocks. */
  @Nullable
  ReservedUnits await() {
    return ended.join();
  }
}
