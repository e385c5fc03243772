package io.weir.api.follow;

import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.error.ChangesLostException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.util.retry.Retry;

/**
 * Follows a feed, chunk by chunk, from a place that it moves. See the package for what is promised.
 * Immutable; any thread.
 */
public final class FeedCursor {

  private static final Retry NEVER =
      Retry.from(failures -> failures.concatMap(signal -> Mono.error(signal.failure())));

  private final Function<FeedStart, Flux<FeedItem>> feed;
  private final ChunkBoundary boundary;
  private final Retry retry;
  private final Publisher<?> stop;

  private FeedCursor(
      Function<FeedStart, Flux<FeedItem>> feed,
      ChunkBoundary boundary,
      Retry retry,
      Publisher<?> stop) {
    this.feed = feed;
    this.boundary = boundary;
    this.retry = retry;
    this.stop = stop;
  }

  /**
   * Returns a cursor that ends with its feed or with the first failure.
   *
   * @param feed returns the items after a start, as {@link io.weir.api.TableService#changes} does
   */
  public static FeedCursor over(Function<FeedStart, Flux<FeedItem>> feed, ChunkBoundary boundary) {
    return new FeedCursor(feed, boundary, NEVER, Mono.never());
  }

  /** Returns this cursor, which reads on from its place after failures that may pass. */
  public FeedCursor with(Patience patience) {
    return new FeedCursor(feed, boundary, patience.retry(), stop);
  }

  /**
   * Returns this cursor, which completes after {@code end} has signalled and a chunk that is being
   * applied is passed.
   */
  public FeedCursor until(Publisher<?> end) {
    return new FeedCursor(feed, boundary, retry, end);
  }

  /**
   * Follows the feed. Emits the result of each chunk, if there is one, when the place is after the
   * chunk.
   *
   * <p>Completes when the feed does, which is after the drop of its table, or at the
   * {@linkplain #until end}. Fails as the feed, the place and {@code apply} do.
   *
   * @param apply returns the work on a chunk, which begins when the chunk before it is passed
   */
  public <R> Flux<R> follow(FeedPlace place, Function<FeedChunk, Mono<R>> apply) {
    return attempt(place, apply)
        .retryWhen(retry)
        .handle((result, sink) -> result.ifPresent(sink::next));
  }

  private <R> Flux<Optional<R>> attempt(FeedPlace place, Function<FeedChunk, Mono<R>> apply) {
    return Flux.defer(() -> place.from().flatMapMany(this::chunks))
        .takeUntilOther(stop) // after the chunks: a chunk that has not arrived whole is left out
        .materialize() // a failing feed lets a begun chunk end, which no mode of concatMap does
        .concatMap(signal -> step(signal, place, apply), 0)
        .onErrorResume(
            ChangesLostException.class,
            lost -> place.lost(lost).thenMany(Flux.defer(() -> attempt(place, apply))));
  }

  private static <R> Publisher<Optional<R>> step(
      Signal<FeedChunk> signal, FeedPlace place, Function<FeedChunk, Mono<R>> apply) {
    if (signal.isOnNext()) {
      return Mono.just(Objects.requireNonNull(signal.get()))
          .hide() // else the work would begin before its result is requested
          .flux()
          .concatMap(chunk -> applied(chunk, place, apply), 0);
    }
    return signal.isOnError()
        ? Mono.error(Objects.requireNonNull(signal.getThrowable()))
        : Mono.empty();
  }

  /** Emits in any case, so that a chunk without a result counts as a success too. */
  private static <R> Mono<Optional<R>> applied(
      FeedChunk chunk, FeedPlace place, Function<FeedChunk, Mono<R>> apply) {
    return apply
        .apply(chunk)
        .singleOptional()
        .flatMap(result -> place.passed(chunk).thenReturn(result));
  }

  private Flux<FeedChunk> chunks(FeedStart from) {
    return feed.apply(from).concatMapIterable(boundary.assembly(), 1);
  }
}
