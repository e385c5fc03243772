package io.weir.engine.scan;

import io.weir.api.Continuation;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.engine.tree.ColdPage;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A query in progress: its position, and the way to read on.
 *
 * <p>Belongs to one thread at a time. Until {@link #release}, it reads one version of each shard:
 * the published one at the first read of the shard. After a release it reads newer versions.
 */
public interface Scan {

  /**
   * Reads on and adds at most {@code maxRows} entities to {@code target}. Adds fewer, perhaps none,
   * when the limits of a slice are reached first. Returns true when the scan is complete. Keeps its
   * pins until the caller calls {@link #release}.
   *
   * <p>On a loop it throws {@link ColdPage} at a page that is not in memory. What it has read
   * before is in {@code target}. The caller calls {@link #await}, and then this method again.
   *
   * <p>Fails with {@code TableNotFound} when the table no longer exists, with {@code ServerBusy}
   * while the store closes or a shard is rebuilt, with {@code InternalError} when memory cannot be
   * read, and with {@code InvalidInput} when the scan's index was dropped.
   */
  boolean advance(int maxRows, List<Entity> target);

  /** Releases the pinned versions. A later call pins newer ones. */
  void release();

  /**
   * Returns the continuation after the last entity read; null before the first call that stopped
   * early.
   */
  @Nullable
  Continuation position();

  /**
   * Returns the continuation at the next entity; null when there is none. Keeps its pins, and
   * throws {@link ColdPage}, as {@link #advance} does.
   */
  @Nullable
  Continuation next();

  /**
   * Has the cold page read that {@link #advance} or {@link #next} has come to, and pages after it
   * that so many further entities may need. Then runs a task on the loop. Returns at once.
   *
   * <p>Fails as {@link #advance} does, and with {@code ServerBusy} when too many readers wait; the
   * task does not run then.
   */
  void await(ColdPage cold, int rows, Executor loop, Runnable task);

  /** Returns the number of entities and index entries read so far, matching or not. */
  long scanned();

  /** Returns the plan and the counts so far. */
  QueryReport report();

  /**
   * Learns that its reader has its answer, or has gone away. Called once at most; the scan is not
   * read any more.
   */
  default void ended() {}
}
