package io.weir.api;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The named consumers of an account's change feed. The service stores the position of each, and
 * keeps the changes after it.
 *
 * <p>A process that consumes reads on with {@link TableService#changes(ConsumerName,
 * io.weir.api.filter.Filter)} and moves the position with {@link #advance} after it has stored the
 * effect of the changes. What came after the position is delivered again to the next process.
 *
 * <p><b>Retention.</b> The service keeps its log from the slowest consumer on, up to a limit of
 * bytes and age. A consumer that falls behind the limit is <em>lost</em>: its
 * {@linkplain NamedConsumer.State state} says so, and to read on fails with {@code ChangesLost}
 * until it is reset. Consumers never delay writers. A consumer that nobody uses keeps the log up to
 * the limit, so delete it.
 *
 * <p>Any number of processes may read on from a position, and each receives all changes. The
 * service does not share them out.
 *
 * <p>Nothing happens before subscription. A change is as durable as any other write of the service.
 */
public interface FeedConsumers {

  /** Most named consumers of one store, of all accounts together. */
  int MOST = 100;

  /** The consumers of a service that has none: each method fails with {@code NotImplemented}. */
  FeedConsumers NONE = new NoConsumers();

  /**
   * Creates a consumer at a start.
   *
   * <p>Fails with {@code InvalidResourceName} for a name of the service's own consumers, with
   * {@code ConsumerAlreadyExists}, with {@code TableNotFound}, with {@code TooManyConsumers} beyond
   * {@link #MOST}, with {@code InvalidInput} for a token of another feed, and with
   * {@code ChangesLost} for a start that is no longer kept.
   *
   * @param table the table to consume; empty for the account
   */
  Mono<NamedConsumer> create(ConsumerName name, Optional<TableName> table, FeedStart start);

  /** Returns the account's consumers, ordered by name. */
  Mono<List<NamedConsumer>> list();

  /** Returns a consumer. Fails with {@code ConsumerNotFound}. */
  Mono<NamedConsumer> get(ConsumerName name);

  /**
   * Moves a consumer forward to a place of its feed. Returns the position that is stored then: a
   * place that is not after the stored one changes nothing, so a process that is late or repeats
   * itself moves nothing back.
   *
   * <p>Fails with {@code ConsumerNotFound}, with {@code UpdateConditionNotSatisfied} when the
   * consumer has been reset since the generation, and with {@code InvalidInput} for a token of
   * another feed.
   *
   * @param generation that of the consumer when the process began to read on
   */
  Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to);

  /**
   * Moves a consumer to a start, forward or back, and begins its next generation. Fails as
   * {@link #create} and {@link #get} do.
   */
  Mono<NamedConsumer> reset(ConsumerName name, FeedStart start);

  /** Deletes a consumer. Feeds that read on from it go on. Fails with {@code ConsumerNotFound}. */
  Mono<Void> delete(ConsumerName name);

  /** See {@link #NONE}. */
  final class NoConsumers implements FeedConsumers {

    private NoConsumers() {}

    @Override
    public Mono<NamedConsumer> create(
        ConsumerName name, Optional<TableName> table, FeedStart start) {
      return refused();
    }

    @Override
    public Mono<List<NamedConsumer>> list() {
      return refused();
    }

    @Override
    public Mono<NamedConsumer> get(ConsumerName name) {
      return refused();
    }

    @Override
    public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
      return refused();
    }

    @Override
    public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
      return refused();
    }

    @Override
    public Mono<Void> delete(ConsumerName name) {
      return refused();
    }

    private static <T> Mono<T> refused() {
      return Mono.error(
          () -> new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "reason=noConsumers"));
    }
  }
}
