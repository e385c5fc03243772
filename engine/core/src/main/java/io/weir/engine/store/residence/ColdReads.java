package io.weir.engine.store.residence;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.tree.ColdPage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads cold pages on threads of its own, for readers that must not wait.
 *
 * <p>A reader that is called back reads again. It marks the page as warm in its version first ({@code Tree.markWarm}): a node that the writer has copied meanwhile
 * may still call it cold.
 *
 * <p>A page that several readers want is read from the disk once: the others find it warm, or the system makes them wait for the same read.
 *
 * <p>Any thread. The number of waiting reads is bounded.
 */
public final class ColdReads {

  /** Most reads that wait or are carried out. */
  static final int MOST_WAITING = 65_536;

  private static final Logger LOG = LoggerFactory.getLogger(ColdReads.class);

  private final PagedShards shards;
  private final PageMemory memory;
  private final Executor threads;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong pagesRead = new AtomicLong();

  /** @param threads carry out the reads, as many at once as there are threads; accept each task without a wait */
  public ColdReads(PagedShards shards, PageMemory memory, Executor threads) {
    this.shards = shards;
    this.memory = memory;
    this.threads = threads;
  }

  /**
   * Reads a page, then runs a task. Returns at once.
   *
   * <p>Fails with {@code ServerBusy} when too many reads wait or the store is closed; the task does not run then.
   *
   * @param then runs the task; usually the loop of the caller
   */
  public void read(ColdPage page, Executor then, Runnable task) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      throw new ServiceBusyException("reason=coldReads");
    }
    try {
      threads.execute(() -> carryOut(page, then, task));
    } catch (RejectedExecutionException e) {
      waiting.decrementAndGet();
      throw new ServiceBusyException("reason=closing");
    }
    reads.incrementAndGet();
  }

  /** Reads several pages at once, then runs a task, as {@link #read} does. There must be at least one page. */
  public void readAll(List<ColdPage> pages, Executor then, Runnable task) {
    var left = new AtomicInteger(pages.size());
    Runnable last = () -> {
      if (left.decrementAndGet() == 0) {
        then.execute(task);
      }
    };
    for (int i = 0; i < pages.size(); i++) {
      try {
        read(pages.get(i), Runnable::run, last);
      } catch (ServiceBusyException e) {
        int unread = pages.size() - i;
        if (unread == pages.size()) {
          throw e;
        }
        if (left.addAndGet(-unread) == 0) {
          then.execute(task);
        }
        return; // deliberate: the reader asks again for what was left out
      }
    }
  }

  private void carryOut(ColdPage page, Executor then, Runnable task) {
    try {
      readNow(page);
    } finally {
      waiting.decrementAndGet();
      then.execute(task);
    }
  }

  /** Reads a page. Blocks. A failure is left to the reader, who meets it when it reads again. */
  public void readNow(ColdPage page) {
    try (var pin = shards.pin(page.shard())) {
      if (pin.tree().bringIn(page.key(), (id, place) -> shards.read(page.shard(), id, place))) {
        pagesRead.incrementAndGet();
        memory.warmed(page.shard(), page.key());
      }
    } catch (PageDamaged | ServiceBusyException | IOException | InternalError e) {
      LOG.debug("a page could not be read shard={}", page.shard(), e);
    }
    memory.keep();
  }

  /** Returns how many reads wait or are carried out; a moment's view. */
  public int waiting() {
    return waiting.get();
  }

  /** Returns how often a reader had to wait for a page. */
  public long reads() {
    return reads.get();
  }

  /** Returns the number of pages that were cold and have been read. */
  public long pagesRead() {
    return pagesRead.get();
  }
}
