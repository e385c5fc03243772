package io.weir.cli.load;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.cli.terminal.LoadProgress;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Stores a stream of entities. They replace entities with their keys.
 *
 * <p>The entities are read only as fast as the service takes them: so many batches are in flight, and ten thousand entities or
 * 16 MiB wait at most. A batch that the service is too busy for is sent again, later and later.
 *
 * @param inFlight batches sent and not yet answered, at most; with 1 an entity that comes twice is stored as it came last
 */
public record Loader(TableService service, int inFlight) {

  /** Batches in flight that keep a service on one machine busy. */
  public static final int USUAL_IN_FLIGHT = 16;

  private static final int MOST_WAITING = 10_000;
  private static final long MOST_WAITING_BYTES = 16L << 20;
  private static final int RETRIES = 8;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  /** Makes sure that the table is there. True when it was made now. */
  public Mono<Boolean> ensure(TableName table) {
    return service
        .createTable(table)
        .thenReturn(true)
        .onErrorResume(ConflictException.class, there -> Mono.just(false));
  }

  /** Stores the entities and answers how many they were. Tells the progress as batches are acknowledged; does not close it. */
  public Mono<Long> load(TableName table, Flux<Entity> entities, LoadProgress progress) {
    return batches(entities)
        .flatMap(batch -> store(table, batch), inFlight, inFlight)
        .doOnNext(progress::advance)
        .reduce(0L, Long::sum);
  }

  private Mono<Integer> store(TableName table, Batch batch) {
    return service
        .submit(table, batch)
        .retryWhen(Retry.backoff(RETRIES, FIRST_PAUSE)
            .filter(failure -> failure instanceof TableServiceException known && known.retryable())
            .onRetryExhaustedThrow((spec, signal) -> signal.failure()))
        .thenReturn(batch.writes().size());
  }

  private static Flux<Batch> batches(Flux<Entity> entities) {
    return Flux.defer(() -> {
      var open = new OpenBatches(MOST_WAITING, MOST_WAITING_BYTES);
      return entities
          .concatMapIterable(open::add)
          .concatWith(Flux.defer(() -> Flux.fromIterable(open.rest())));
    });
  }
}
