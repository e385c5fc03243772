package io.weir.engine.page.extent;

import io.weir.engine.disk.DiskSpace;
import io.weir.engine.page.PageStoreListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reserves room ahead of need, in existing and new extents, and deletes released extents, off the
 * owner's thread.
 *
 * <p>Runs on: the store's owner, except for the tasks that it hands to the executor. At most one
 * step is in progress at a time. Its outcome comes back through {@link GrowthStep}; no other state
 * is shared.
 *
 * <p>Failures go to the listener, and the next step retries.
 */
final class ExtentGrowth {

  private static final Logger LOG = LoggerFactory.getLogger(ExtentGrowth.class);

  private static final int NO_NUMBER = -1;

  private final Path directory;
  private final IntSupplier numbers;
  private final long reservedDiskBytes;
  private final DiskSpace disk;
  private final Executor executor;
  private final PageStoreListener listener;

  /**
   * Told of room that pages move to. A write may have come to want room meanwhile, and looks again.
   */
  private final PageStoreListener quietly = new PageStoreListener() {
    @Override
    public void roomGrew() {
      listener.roomGrew();
    }

    @Override
    public void failed(IOException cause) {
      LOG.debug("there is no room to move pages", cause);
      listener.roomGrew();
    }
  };

  private @Nullable GrowthStep underWay;

  /**
   * The number of the next new file; {@link #NO_NUMBER} when none is reserved. It stays reserved
   * until a file was made, because numbers are never given back.
   */
  private int number = NO_NUMBER;

  private boolean closed;

  ExtentGrowth(
      PageStoreOptions options,
      IntSupplier numbers,
      Executor executor,
      PageStoreListener listener) {
    this.directory = options.directory();
    this.reservedDiskBytes = options.reservedDiskBytes();
    this.disk = options.space();
    this.numbers = numbers;
    this.executor = executor;
    this.listener = listener;
  }

  /** Creates an extent with room for some units at once. Blocks for some milliseconds. */
  Extent create(ExtentKind kind, int units, int first) throws IOException {
    ReservedUnits made = create(kind, numbers.getAsInt(), units, first, listener);
    made.extent().take(made);
    return made.extent();
  }

  /** Returns whether a step is in progress; no other can begin then. */
  boolean isInProgress() {
    return underWay != null;
  }

  /** Returns whether a step in progress makes room in an extent. */
  boolean isGrowing(Extent extent) {
    return underWay != null && underWay.grows() == extent;
  }

  /** Begins to reserve more units in an extent. */
  void extend(ExtentKind kind, Extent extent, int more) {
    extend(kind, extent, more, listener);
  }

  private void extend(ExtentKind kind, Extent extent, int more, PageStoreListener told) {
    int from = extent.reserved();
    begin(
        new GrowthStep(extent, () -> {
          requireSpace((long) more * kind.unitBytes(), told);
          return extent.reserve(from, more, disk);
        }),
        told);
  }

  /** Begins to create an extent with room for some of its units. */
  void add(ExtentKind kind, int units, int first) {
    add(kind, units, first, listener);
  }

  private void add(ExtentKind kind, int units, int first, PageStoreListener told) {
    if (number == NO_NUMBER) {
      number = numbers.getAsInt();
    }
    int made = number;
    begin(new GrowthStep(null, () -> create(kind, made, units, first, told)), told);
  }

  /**
   * Begins to make room for pages that move, in an extent or in a new one of {@code units} units. A
   * failure is logged only: no write waits for the room.
   */
  void makeRoomToMove(ExtentKind kind, @Nullable Extent extent, int units, int more) {
    if (extent != null) {
      extend(kind, extent, more, quietly);
    } else {
      add(kind, units, more, quietly);
    }
  }

  private void begin(GrowthStep step, PageStoreListener told) {
    if (underWay != null || closed) {
      return;
    }
    underWay = step;
    try {
      executor.execute(() -> step.run(told));
    } catch (RejectedExecutionException e) {
      underWay = null;
      told.failed(new IOException("the executor refused to make room for pages", e));
    }
  }

  private ReservedUnits create(
      ExtentKind kind, int number, int units, int first, PageStoreListener told)
      throws IOException {
    if (number > Extent.MAX_NUMBER) {
      throw new IOException("extent numbers are used up number=" + number);
    }
    requireSpace(ExtentKind.origin(units) + (long) first * kind.unitBytes(), told);
    Extent extent = Extent.create(kind, number, directory, units, disk);
    try {
      return extent.reserve(0, first, disk);
    } catch (IOException | RuntimeException | Error e) {
      closeAfter(e, extent);
      throw e;
    }
  }

  private static void closeAfter(Throwable failure, Extent extent) {
    try {
      extent.file().delete();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Fails if the disk is nearly full, because the remaining room is kept for the log and for
   * checkpoints. Others give up room for writes, but not for pages that move.
   */
  private void requireSpace(long bytes, PageStoreListener told) throws IOException {
    long wanted = bytes + reservedDiskBytes;
    long usable = disk.usableBytes();
    while (usable < wanted && told != quietly && disk.giveUp()) {
      usable = disk.usableBytes();
    }
    if (usable < wanted) {
      throw new IOException(
          "the disk is nearly full usableBytes=" + usable + " wantedBytes=" + wanted);
    }
  }

  /** Returns the outcome of the step if the step has succeeded. */
  @Nullable
  ReservedUnits poll() {
    GrowthStep step = underWay;
    if (step == null || !step.hasEnded()) {
      return null;
    }
    underWay = null;
    ReservedUnits made = step.outcome();
    if (made != null && step.grows() == null) {
      number = NO_NUMBER;
    }
    return made;
  }

  /** Closes an extent, whose pages are all free, and deletes its file. */
  void release(Extent extent) {
    try {
      executor.execute(() -> close(extent));
    } catch (RejectedExecutionException e) {
      close(extent);
    }
  }

  /** Releases the memory of an extent and leaves its file. Blocks. */
  void leave(Extent extent) {
    try {
      extent.file().leave();
    } catch (IOException e) {
      listener.failed(e);
    }
  }

  /** Closes an extent and deletes its file. Blocks. */
  void close(Extent extent) {
    try {
      extent.file().delete();
    } catch (IOException e) {
      listener.failed(e);
    }
  }

  /**
   * Stops growth. Waits for a step that has begun, and deletes an extent that it created. Blocks.
   */
  void close() {
    closed = true;
    GrowthStep step = underWay;
    underWay = null;
    if (step == null || step.prevent()) {
      return;
    }
    ReservedUnits made = step.await();
    if (made != null && step.grows() == null) {
      close(made.extent());
    }
  }
}
