package io.weir.hbase.access;

import io.weir.api.Continuation;
import io.weir.api.entity.Entity;
import io.weir.hbase.protocol.SliceLimits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/**
 * A walk of a stream, and the entities that it brought and that are not emitted. Belongs to the
 * thread that drains the stream.
 */
final class Lane {

  /** Longest work of a region server on a slice. */
  private static final int SLICE_MILLIS = 400;

  /** Bytes of entities after which a slice ends, and from which on a lane does not ask for more. */
  private static final int SLICE_BYTES = 256 * 1024;

  /**
   * Rows of the first slice; small, because many queries need a few rows. After each full slice the
   * next is twice as large.
   */
  private static final int FIRST_SLICE_ROWS = 64;

  private static final int LARGEST_SLICE_ROWS = 1024;

  private final KeyWalk walk;
  private final Deque<Entity> rows = new ArrayDeque<>();
  private @Nullable Disposable loading;
  private boolean awaiting;
  private int bytes;
  private int askedRows;
  private int sliceRows = FIRST_SLICE_ROWS;
  private long scanned;

  Lane(KeyWalk walk) {
    this.walk = walk;
  }

  /** Whether all its entities are emitted. */
  boolean isOver() {
    return !awaiting && rows.isEmpty() && walk.isDone();
  }

  /** Whether it may ask for a slice before its entities are emitted. */
  boolean isReadyAhead() {
    return !awaiting && bytes < SLICE_BYTES && !walk.isDone();
  }

  /** Whether it has nothing to emit and has not asked. */
  boolean isIdle() {
    return !awaiting && rows.isEmpty();
  }

  /** Returns the entities that it has, or has asked for. */
  int claimed() {
    return rows.size() + (awaiting ? askedRows : 0);
  }

  /** Returns the number of rows that were read, those of slices that have arrived. */
  long scanned() {
    return scanned;
  }

  /** Returns where the walk goes on after the last slice. */
  @Nullable
  Continuation position() {
    return walk.position();
  }

  @Nullable
  Entity poll() {
    var row = rows.poll();
    if (row != null) {
      bytes -= row.encoded().length;
    }
    return row;
  }

  /**
   * Asks for a slice of at most so many entities.
   *
   * @param arrived gets what the draining thread must run when it has come; on any thread
   * @param failed gets the failure; on any thread
   */
  void ask(long most, Consumer<Runnable> arrived, Consumer<Throwable> failed) {
    awaiting = true;
    askedRows = (int) Math.min(most, sliceRows);
    loading = walk.next(new SliceLimits(askedRows, SLICE_BYTES, SLICE_MILLIS))
        .subscribe(slice -> arrived.accept(() -> take(slice)), failed);
  }

  private void take(List<Entity> slice) {
    awaiting = false;
    scanned = walk.scanned();
    rows.addAll(slice);
    slice.forEach(entity -> bytes += entity.encoded().length);
    if (slice.size() == askedRows && askedRows == sliceRows) {
      sliceRows = Math.min(2 * sliceRows, LARGEST_SLICE_ROWS);
    }
  }

  void cancel() {
    rows.clear();
    bytes = 0;
    if (loading != null) {
      loading.dispose();
    }
  }
}
