package io.weir.search;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.search.index.RankedWindow;
import io.weir.search.index.Ranking;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Runs searches in indexes on {@code weir-search-query-N}, and releases each ranking there on every
 * path. Any thread.
 *
 * <p>A search that finds the queue full fails with {@code ServerBusy}. A ranking that is over then
 * waits until the next task runs.
 */
final class Rankings {

  private static final Logger LOG = LoggerFactory.getLogger(Rankings.class);

  private static final int MOST_SWITCHES = 3;

  private final Scheduler searching;

  /**
   * Rankings that are over and not released. Each task empties it, so it holds no more than there
   * are searches at one time.
   */
  private final ConcurrentLinkedQueue<Ranking> over = new ConcurrentLinkedQueue<>();

  Rankings(Scheduler searching) {
    this.searching = searching;
  }

  /**
   * Uses one ranking.
   *
   * @param begin begins it, when the first window is asked for
   * @param use makes the result of windows, each of which is asked for after the one before has
   *     come
   */
  <T> Mono<T> use(Callable<Ranking> begin, Function<PageFill.Windows, Mono<T>> use) {
    return Mono.usingWhen(
        Mono.fromSupplier(() -> new Run(begin)),
        run -> use.apply(run::next),
        run -> Mono.fromRunnable(run::end));
  }

  /**
   * Carries out a search that reads the index of the moment. If its successor has replaced and
   * closed that index meanwhile, the search begins again.
   *
   * @param search uses one ranking; subscribed to for each try
   */
  static <T> Mono<T> inPresentIndex(Mono<T> search) {
    return search
        .retryWhen(Retry.max(MOST_SWITCHES)
            .filter(IllegalStateException.class::isInstance) // Lucene's AlreadyClosedException
            .onRetryExhaustedThrow((retries, last) -> last.failure()))
        .onErrorMap(Rankings::ofService);
  }

  private enum State {
    IDLE,
    SEARCHING,
    OVER
  }

  /** One search. Its tasks follow each other; its end comes at any time, on any thread. */
  private final class Run {

    private final Callable<Ranking> begin;

    /** Each change publishes the ranking to the thread of the next one. */
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

    private @Nullable Ranking ranking;

    Run(Callable<Ranking> begin) {
      this.begin = begin;
    }

    Mono<RankedWindow> next(int count) {
      return Mono.fromCallable(() -> search(count)).subscribeOn(searching);
    }

    private RankedWindow search(int count) throws Exception {
      releaseOver();
      if (!state.compareAndSet(State.IDLE, State.SEARCHING)) {
        throw new ServiceBusyException("search=cancelled");
      }
      try {
        var begun = ranking;
        if (begun == null) {
          begun = begin.call();
          ranking = begun;
        }
        return begun.next(count);
      } finally {
        if (!state.compareAndSet(State.SEARCHING, State.IDLE)) {
          release(ranking); // the search ended meanwhile
        }
      }
    }

    /** Has the ranking released: by the task that uses it, or by another one. */
    void end() {
      var before = state.getAndSet(State.OVER);
      var ended = ranking;
      if (before == State.IDLE && ended != null) {
        over.add(ended);
        try {
          var unused = searching.schedule(Rankings.this::releaseOver);
        } catch (RejectedExecutionException e) {
          LOG.debug("a ranking is released by the next search", e);
        }
      }
    }
  }

  private void releaseOver() {
    for (var ended = over.poll(); ended != null; ended = over.poll()) {
      release(ended);
    }
  }

  private static void release(@Nullable Ranking ranking) {
    if (ranking != null) {
      try {
        ranking.close();
      } catch (IOException e) {
        LOG.warn("the state of a text index that a search has used was not released", e);
      }
    }
  }

  /**
   * A queue that is full, an index that was closed while it was searched, and a disk that fails.
   */
  private static Throwable ofService(Throwable failure) {
    if (failure instanceof TableServiceException) {
      return failure;
    }
    if (failure instanceof RejectedExecutionException) {
      return new ServiceBusyException("reason=tooManySearches");
    }
    if (failure instanceof IllegalStateException) {
      return new ServiceBusyException("search=switching");
    }
    LOG.warn("a search failed", failure);
    return failure instanceof IOException
        ? new ServiceBusyException("search=failed")
        : new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "search=failed", failure);
  }

  /** Releases what no search uses any more. Blocks; called when no task runs any more. */
  void close() {
    releaseOver();
  }
}
