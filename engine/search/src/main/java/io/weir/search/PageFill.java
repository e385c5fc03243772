package io.weir.search;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.search.SearchHit;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.search.index.RankedWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Fills a page with hits: takes windows of ranked matches, reads their entities, and goes on until
 * the page is full or no match follows. Belongs to one subscription.
 *
 * <p>Entities are read eight at a time, so at most eight are read in vain. Each window is twice as
 * long as the one before, so a filter that leaves out nearly everything takes ten of them at most.
 */
final class PageFill {

  /** Reads of entities that are under way together. */
  private static final int READS = 8;

  private static final int LEAST_WINDOW = 64;
  private static final int MOST_WINDOW = 2_048;

  /** Returns the ranked matches after those of the last call. */
  @FunctionalInterface
  interface Windows {
    Mono<RankedWindow> next(int count);
  }

  private final SearchRequest request;
  private final HitReading reading;
  private final Windows windows;
  private final List<SearchHit> hits = new ArrayList<>();
  private long bytes;
  private int rank;
  private boolean isLast;
  private int unread;
  private int windowLength = LEAST_WINDOW;

  PageFill(SearchRequest request, HitReading reading, Windows windows) {
    this.request = request;
    this.reading = reading;
    this.windows = windows;
    this.rank = request.skip();
  }

  /**
   * Returns the page.
   *
   * @param lag of the index, as it was before the first window
   */
  Mono<SearchPage> fill(Duration lag, Duration longest) {
    return Mono.defer(this::step)
        .repeat(() -> !isDone())
        .then(Mono.fromSupplier(() -> page(lag)))
        .timeout(
            longest,
            Mono.error(() -> new ServiceFailedException(
                ErrorCode.OPERATION_TIMED_OUT, "searchMillis=" + longest.toMillis(), null)));
  }

  private Mono<Void> step() {
    if (rank >= SearchRequest.DEEPEST) {
      return Mono.empty();
    }
    var missing = request.top() - hits.size();
    var count = Math.min(Math.max(missing, windowLength), SearchRequest.DEEPEST - rank);
    windowLength = Math.min(2 * windowLength, MOST_WINDOW);
    return windows.next(count).flatMap(this::read);
  }

  private Mono<Void> read(RankedWindow window) {
    isLast = window.isLast();
    unread = window.matches().size();
    return Flux.fromIterable(window.matches())
        .flatMapSequential(this::read, READS, 1)
        .takeUntil(this::add)
        .then();
  }

  /** A match with the entity, or without one when it is not part of the answer. */
  private record Read(RankedWindow.Match match, List<SearchHit> hit) {}

  private Mono<Read> read(RankedWindow.Match match) {
    return reading
        .read(match.key())
        .map(entity -> new Read(match, List.of(new SearchHit(entity, match.score()))))
        .defaultIfEmpty(new Read(match, List.of()));
  }

  /** Adds a read match and returns whether the page is full. */
  private boolean add(Read read) {
    rank++;
    unread--;
    for (var hit : read.hit()) {
      hits.add(hit);
      bytes += hit.entity().encoded().length;
    }
    return isFull();
  }

  private boolean isFull() {
    return hits.size() == request.top() || bytes >= SearchPage.MOST_BYTES;
  }

  private boolean isDone() {
    return isFull() || isLast || rank >= SearchRequest.DEEPEST;
  }

  private SearchPage page(Duration lag) {
    var isEnd = isLast && unread == 0 || rank >= SearchRequest.DEEPEST;
    return new SearchPage(hits, isEnd ? OptionalInt.empty() : OptionalInt.of(rank), lag);
  }
}
