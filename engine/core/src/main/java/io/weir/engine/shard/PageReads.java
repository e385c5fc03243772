package io.weir.engine.shard;

import io.weir.engine.tree.ColdPage;
import java.util.List;
import java.util.concurrent.Executor;

/** Reads cold pages for a shard's loop. */
@FunctionalInterface
public interface PageReads {

  /**
   * Reads pages on other threads, then runs a task. Returns at once.
   *
   * <p>Fails with {@code ServerBusy} when too many reads wait; the task does not run then.
   */
  void readAll(List<ColdPage> pages, Executor then, Runnable task);
}
