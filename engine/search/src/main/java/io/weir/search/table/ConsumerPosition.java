package io.weir.search.table;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.follow.Patience;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The named consumer that keeps the log for an index. Any thread.
 *
 * <p>Its position is only a claim on the log: the index knows its place by its own commits. If an
 * operator resets the consumer, it is moved on from there in its new generation.
 */
final class ConsumerPosition {

  private static final Logger LOG = LoggerFactory.getLogger(ConsumerPosition.class);

  private final FeedConsumers consumers;
  private final ConsumerName name;
  private final TableName table;
  private final AtomicBoolean isMoving = new AtomicBoolean();

  ConsumerPosition(FeedConsumers consumers, ConsumerName name, TableName table) {
    this.consumers = consumers;
    this.name = name;
    this.table = table;
  }

  /**
   * Creates the consumer at the beginning of the feed, or moves it there if it exists. Returns its
   * place.
   */
  Mono<FeedToken> begin() {
    return create(FeedStart.BEGINNING)
        .onErrorResume(
            ConflictException.class,
            failure -> consumers
                .reset(name, FeedStart.BEGINNING)
                .onErrorMap(
                    NotFoundException.class, absent -> failure)) // there are too many consumers
        .map(NamedConsumer::position);
  }

  /**
   * Creates the consumer at a place if it does not exist. Completes also when it cannot be had: the
   * index is followed without a claim on the log then. Fails as the feed would for a place that is
   * no longer kept or a table that does not exist.
   */
  Mono<Void> claim(FeedToken place) {
    return consumers
        .get(name)
        .onErrorResume(
            failure -> failure instanceof NotFoundException absent
                && absent.code() == ErrorCode.CONSUMER_NOT_FOUND,
            absent -> create(FeedStart.after(place)))
        .then()
        .onErrorResume(ConsumerPosition::isTransient, this::notClaimed);
  }

  private static boolean isTransient(Throwable failure) {
    return failure instanceof ConflictException || Patience.mayPass(failure);
  }

  private Mono<Void> notClaimed(Throwable failure) {
    LOG.warn(
        "a text index is followed without a consumer, so the log may not be kept for it consumer={}",
        name,
        failure);
    return Mono.empty();
  }

  private Mono<NamedConsumer> create(FeedStart start) {
    return consumers.create(name, Optional.of(table), start);
  }

  /**
   * Moves the consumer forward, later and perhaps not: the next place does as well. A move that is
   * under way is not followed by another.
   */
  void advance(FeedToken place) {
    if (isMoving.compareAndSet(false, true)) {
      var unused = consumers
          .get(name)
          .flatMap(found -> consumers.advance(name, found.generation(), place))
          .doFinally(end -> isMoving.set(false))
          .subscribe(moved -> {}, failure -> notMoved(failure));
    }
  }

  private void notMoved(Throwable failure) {
    if (!(failure instanceof PreconditionFailedException)) {
      LOG.debug("a consumer of a text index did not move consumer={}", name, failure);
    }
  }

  /** Deletes the consumer. Completes also when it does not exist. */
  Mono<Void> delete() {
    return consumers.delete(name).onErrorComplete(NotFoundException.class);
  }
}
