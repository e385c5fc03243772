package io.weir.engine.shard;

import io.weir.engine.tree.ColdPage;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Reads cold pages from the disk for work that passes over them once. They stay cold. Any thread.
 */
@FunctionalInterface
public interface PassedPageReads {

  /**
   * Reads pages on other threads, then runs a task and tells it whether all could be read. Returns
   * at once.
   *
   * <p>Fails with {@code ServerBusy} when the store is closed; the task does not run then.
   */
  void readAll(List<ColdPage> pages, Executor then, Consumer<Boolean> task);
}
