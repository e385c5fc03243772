package io.weir.engine.store.residence;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.tree.ColdLeaves;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Tree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads cold pages on threads of its own, for readers that must not wait.
 *
 * <p>A reader that is called back reads again. It marks the page as warm in its version first
 * ({@code Tree.markWarm}): a node that the writer has copied meanwhile may still call it cold.
 *
 * <p>A page is read once for all readers that ask for it before it is in memory. They are called
 * back together.
 *
 * <p>A read that fails leaves the page to its readers. They read it in memory and meet the failure
 * there, if it lasts.
 *
 * <p>Any thread. The number of waiting readers is bounded.
 */
public final class ColdReads {

  /** Most readers that wait. */
  static final int MOST_WAITING = 65_536;

  private static final Logger LOG = LoggerFactory.getLogger(ColdReads.class);

  private final PagedShards shards;
  private final PageMemory memory;
  private final Executor threads;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong pagesRead = new AtomicLong();

  /** Whether the last read has failed; for the log only. */
  private final AtomicBoolean failing = new AtomicBoolean();

  /**
   * The readers of each page that is to be read. The caller that adds the first one has the page
   * read.
   */
  private final ConcurrentHashMap<Leaf, List<Runnable>> inFlight = new ConcurrentHashMap<>();

  /**
   * A page of a shard. Another page may get its id while its readers wait: they are called back too
   * early then, and ask again.
   */
  private record Leaf(int shard, long id) {}

  /**
   * @param threads carry out the reads, as many at once as there are threads; accept each task
   *     without a wait
   */
  public ColdReads(PagedShards shards, PageMemory memory, Executor threads) {
    this.shards = shards;
    this.memory = memory;
    this.threads = threads;
  }

  /**
   * Reads a page, then runs a task. Returns at once.
   *
   * <p>Fails with {@code ServerBusy} when too many readers wait or the store is closed; the task
   * does not run then.
   *
   * @param then runs the task; usually the loop of the caller
   */
  public void read(ColdPage page, Executor then, Runnable task) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      throw new ServiceBusyException("reason=coldReads");
    }
    Runnable reader = () -> {
      waiting.decrementAndGet();
      then.execute(task);
    };
    var id = shards.published(page.shard()).coldLeaf(page.key());
    if (id == Tree.NO_LEAF) {
      start(page, reader);
    } else {
      join(new Leaf(page.shard(), id), page, reader);
    }
    reads.incrementAndGet();
  }

  /** Adds a reader to those of a page, and starts the read with the first one. */
  private void join(Leaf leaf, ColdPage page, Runnable reader) {
    var isFirst = new boolean[1];
    inFlight.compute(leaf, (same, others) -> {
      isFirst[0] = others == null;
      var readers = others == null ? new ArrayList<Runnable>(1) : others;
      readers.add(reader);
      return readers;
    });
    if (isFirst[0]) {
      try {
        start(page, () -> callBack(leaf, 0));
      } catch (ServiceBusyException e) {
        callBack(leaf, 1); // the first one is told by the failure
        throw e;
      }
    }
  }

  private void callBack(Leaf leaf, int from) {
    var readers = inFlight.remove(leaf);
    if (readers != null) {
      readers.subList(from, readers.size()).forEach(Runnable::run);
    }
  }

  private void start(ColdPage page, Runnable done) {
    try {
      threads.execute(() -> carryOut(page, done));
    } catch (RejectedExecutionException e) {
      waiting.decrementAndGet();
      throw new ServiceBusyException("reason=closing");
    }
  }

  private void carryOut(ColdPage page, Runnable done) {
    try {
      readNow(page);
    } finally {
      done.run();
    }
  }

  /**
   * Reads several pages at once, then runs a task, as {@link #read} does. There must be at least
   * one page.
   */
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

  /**
   * Reads a page, and the cold ones among the next leaves, then runs a task, as {@link #read} does.
   */
  public void readAhead(ColdPage first, int leaves, Executor then, Runnable task) {
    var pages = new ArrayList<ColdPage>();
    for (var key : ColdLeaves.ahead(shards.published(first.shard()), first.key(), true, leaves)) {
      pages.add(new ColdPage(first.shard(), key));
    }
    readAll(pages.isEmpty() ? List.of(first) : pages, then, task);
  }

  /** Reads a page. Blocks. A failure is left to the reader, which meets it when it reads again. */
  public void readNow(ColdPage page) {
    try (var pin = shards.pin(page.shard())) {
      if (pin.tree().bringIn(page.key(), (id, place) -> shards.read(page.shard(), id, place))) {
        pagesRead.incrementAndGet();
        memory.warmed(page.shard(), page.key());
        failing.set(false);
      }
    } catch (PageDamaged | ServiceBusyException e) {
      LOG.debug("a page could not be read shard={}", page.shard(), e);
    } catch (IOException | RuntimeException | InternalError e) {
      failed(page, e);
    }
    memory.keep();
  }

  /** Logs the first of several failures in a row. */
  private void failed(ColdPage page, Throwable cause) {
    if (failing.compareAndSet(false, true)) {
      LOG.warn("pages cannot be read; their readers try in memory shard={}", page.shard(), cause);
    } else {
      LOG.debug("a page could not be read shard={}", page.shard(), cause);
    }
  }

  /** Returns how many readers wait; a moment's view. */
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
