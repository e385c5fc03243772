package io.weir.engine.page;

import io.weir.engine.disk.DiskSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates extents ahead of need and deletes those let go, off the owner's thread.
 *
 * <p>Runs on: the store's owner, but for what it hands to the executor. A new extent comes back
 * through the future, whose completion happens before the owner sees it done; no other state is
 * shared. When the owner has cancelled it, the extent is closed where it was made. At most one
 * extent is being made at a time.
 *
 * <p>Failures go to the listener, and the next {@link #start} tries again.
 */
final class ExtentGrowth {

  private final Path directory;
  private final IntSupplier numbers;
  private final long reservedDiskBytes;
  private final DiskSpace space;
  private final Executor executor;
  private final PageStoreListener listener;

  private @Nullable CompletableFuture<Extent> arriving;
  private boolean closed;

  ExtentGrowth(
      PageStoreOptions options,
      IntSupplier numbers,
      Executor executor,
      PageStoreListener listener) {
    this.directory = options.directory();
    this.reservedDiskBytes = options.reservedDiskBytes();
    this.space = options.space();
    this.numbers = numbers;
    this.executor = executor;
    this.listener = listener;
  }

  /** Creates an extent at once. Blocks for some milliseconds. */
  Extent create(ExtentKind kind, int units) throws IOException {
    return create(kind, numbers.getAsInt(), units, 0);
  }

  /**
   * Begins to make an extent, unless one is on its way.
   *
   * @param promisedBytes free bytes of other extents, which the disk has to have as well
   */
  void start(ExtentKind kind, int units, long promisedBytes) {
    if (arriving != null || closed) {
      return;
    }
    int number = numbers.getAsInt();
    var extent = new CompletableFuture<Extent>();
    arriving = extent;
    try {
      executor.execute(() -> complete(extent, kind, number, units, promisedBytes));
    } catch (RejectedExecutionException e) {
      arriving = null;
      listener.failed(new IOException("no thread to create an extent", e));
    }
  }

  private void complete(
      CompletableFuture<Extent> arriving,
      ExtentKind kind,
      int number,
      int units,
      long promisedBytes) {
    try {
      Extent extent = create(kind, number, units, promisedBytes);
      if (arriving.complete(extent)) {
        listener.roomGrew();
      } else {
        close(extent);
      }
    } catch (IOException e) {
      arriving.completeExceptionally(e);
      listener.failed(e);
    } finally {
      arriving.cancel(false); // after an error, so that another can be made
    }
  }

  private Extent create(ExtentKind kind, int number, int units, long promisedBytes)
      throws IOException {
    if (number > Extent.MAX_NUMBER) {
      throw new IOException("extent numbers are used up number=" + number);
    }
    long usable = space.usableBytes();
    long wanted = (long) units * kind.unitBytes() + promisedBytes + reservedDiskBytes;
    if (usable < wanted) {
      throw new IOException(
          "the disk is nearly full usableBytes=" + usable + " wantedBytes=" + wanted);
    }
    return createFile(kind, number, units);
  }

  private Extent createFile(ExtentKind kind, int number, int units) throws IOException {
    try {
      return Extent.create(kind, number, directory, units);
    } catch (RuntimeException e) {
      throw new IOException(
          "cannot create an extent kind=" + kind.fileName(number) + " units=" + units, e);
    }
  }

  /** The extent that was being made, when it is there. */
  @Nullable
  Extent poll() {
    if (arriving == null || !arriving.isDone()) {
      return null;
    }
    Extent extent = arriving.isCompletedExceptionally() ? null : arriving.getNow(null);
    arriving = null;
    return extent;
  }

  /** Closes an extent, whose pages are all free, and deletes its file. */
  void release(Extent extent) {
    try {
      executor.execute(() -> close(extent));
    } catch (RejectedExecutionException e) {
      close(extent);
    }
  }

  /** Closes an extent and deletes its file. Blocks. */
  void close(Extent extent) {
    try {
      extent.close();
    } catch (IOException e) {
      listener.failed(e);
    }
  }

  /** Makes no more extents; one that is on its way is closed on arrival. */
  void close() {
    closed = true;
    if (arriving != null && !arriving.cancel(false)) {
      Extent extent = poll();
      if (extent != null) {
        close(extent);
      }
    }
    arriving = null;
  }
}
