package io.weir.pattern.view;

import io.weir.api.ConsumerName;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.NotFoundException;
import io.weir.pattern.FreshName;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A mark in the change feed of a table, to find out whether a place is before it or not.
 *
 * <p>Places are opaque; only the service compares them. The mark is a named consumer. It moves
 * forward only: an advance to a place before it leaves it where it is, and then the answer is
 * another place than the one that was sent. Any thread.
 */
record ViewFence(TableService service, NamedConsumer mark) {

  /** Begins the names of all fences. */
  static final String PREFIX = "weir-view-fence-";

  /** A mark that is older belongs to a program that was killed. */
  private static final Duration LONGEST_USE = Duration.ofHours(1);

  /**
   * Sets a mark at the present, uses it, and removes it. Also removes marks that killed programs
   * have left.
   */
  static <T> Flux<T> around(
      TableService service, TableName source, Function<ViewFence, Publisher<T>> use) {
    return Flux.usingWhen(
        service
            .consumers()
            .create(freshName(), Optional.of(source), FeedStart.NOW)
            .map(mark -> new ViewFence(service, mark)),
        fence -> fence.removeLeft().thenMany(use.apply(fence)),
        ViewFence::remove);
  }

  private static ConsumerName freshName() {
    return new ConsumerName(PREFIX + FreshName.create().toString().toLowerCase(Locale.ROOT));
  }

  /** Whether a place is at the mark or after it. */
  Mono<Boolean> isReachedBy(FeedToken place) {
    return Mono.defer(() -> service.consumers().advance(mark.name(), mark.generation(), place))
        .map(place::equals);
  }

  private Mono<Void> removeLeft() {
    var before = mark.created().minus(LONGEST_USE);
    return service
        .consumers()
        .list()
        .flatMapIterable(all -> all)
        .filter(other -> other.name().value().startsWith(PREFIX))
        .filter(other -> other.created().isBefore(before))
        .concatMap(left -> delete(left.name()))
        .then();
  }

  private Mono<Void> remove() {
    return delete(mark.name());
  }

  private Mono<Void> delete(ConsumerName name) {
    return Mono.defer(() -> service.consumers().delete(name))
        .onErrorResume(NotFoundException.class, gone -> Mono.empty());
  }
}
