package io.weir.engine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;

/**
 * Runs one task for each shard on several threads and waits for all of them.
 *
 * <p>Threads: the caller blocks. The caller's actions happen before each task, and each task
 * happens before the return.
 *
 * @param workThreads runs the tasks
 * @param pause called repeatedly while the caller waits; returns after a moment
 */
record ShardTasks(Executor workThreads, Runnable pause) {

  /** A task for one shard. */
  @FunctionalInterface
  interface Task<T> {
    T run(int shard) throws IOException;
  }

  /**
   * Returns the results in the order of the shards. Fails after all tasks have ended, with the
   * failure of the first shard that failed.
   */
  <T> List<T> all(int shards, Task<T> task) throws IOException {
    var running = IntStream.range(0, shards)
        .mapToObj(shard -> CompletableFuture.supplyAsync(() -> run(shard, task), workThreads))
        .toList();
    while (!running.stream().allMatch(CompletableFuture::isDone)) {
      pause.run();
    }
    try {
      return running.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      throw cause(e);
    }
  }

  /**
   * Opens a tree for each shard. If one fails, releases the memory of the opened ones and fails as
   * {@link #all} does.
   */
  List<ShardTree> open(int shards, Task<ShardTree> task) throws IOException {
    var opened = new ConcurrentLinkedQueue<ShardTree>();
    try {
      return all(shards, shard -> {
        var tree = task.run(shard);
        opened.add(tree);
        return tree;
      });
    } catch (IOException | RuntimeException e) {
      opened.forEach(ShardTree::leave);
      throw e;
    }
  }

  private static <T> T run(int shard, Task<T> task) {
    try {
      return task.run(shard);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static IOException cause(CompletionException e) {
    if (e.getCause() instanceof UncheckedIOException unchecked) {
      var failure = unchecked.getCause();
      if (failure != null) {
        return failure;
      }
    }
    throw e;
  }
}
