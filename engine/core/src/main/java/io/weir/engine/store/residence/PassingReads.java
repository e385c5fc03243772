package io.weir.engine.store.residence;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.tree.ColdPage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads cold pages for work that passes over them once. They stay cold in the book.
 *
 * <p>Any thread. Each caller has one read under way, so their number is bounded by that of the
 * callers.
 */
public final class PassingReads {

  private static final Logger LOG = LoggerFactory.getLogger(PassingReads.class);

  private final PagedShards shards;
  private final Executor threads;

  /** @param threads carry out the reads; accept each task without a wait */
  public PassingReads(PagedShards shards, Executor threads) {
    this.shards = shards;
    this.threads = threads;
  }

  /**
   * Reads pages of one shard, one after another, then runs a task and tells it whether all could be
   * read. Returns at once.
   *
   * <p>Fails with {@code ServerBusy} when the store is closed; the task does not run then.
   *
   * @param then runs the task
   */
  public void readAll(List<ColdPage> pages, Executor then, Consumer<Boolean> task) {
    try {
      threads.execute(() -> {
        var read = false;
        try {
          read = read(pages);
        } finally {
          var all = read;
          then.execute(() -> task.accept(all));
        }
      });
    } catch (RejectedExecutionException e) {
      throw new ServiceBusyException("reason=closing");
    }
  }

  private boolean read(List<ColdPage> pages) {
    try (var pin = shards.pin(pages.get(0).shard())) {
      for (var page : pages) {
        pin.tree().passOver(page.key(), (id, place) -> shards.read(page.shard(), id, place));
      }
      return true;
    } catch (ServiceBusyException | IOException | InternalError e) {
      LOG.debug("cold pages could not be read shard={}", pages.get(0).shard(), e);
      return false;
    }
  }
}
