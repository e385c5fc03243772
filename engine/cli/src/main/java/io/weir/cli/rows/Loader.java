package io.weir.cli.rows;

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
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/**
 * Stores a stream of entities. They replace stored entities with the same keys.
 *
 * <p>The entities are read only as fast as the service takes them: at most {@code inFlight} batches
 * are in flight, and at most ten thousand entities or 16 MiB wait. A batch is repeated with growing
 * pauses while the service is busy.
 *
 * @param inFlight most batches sent and not yet answered; with 1 the last of several entities with
 *     one key is stored
 */
public record Loader(TableService service, int inFlight) {

  /** The number of batches in flight that occupies a service on one machine. */
  public static final int USUAL_IN_FLIGHT = 16;

  private static final int MOST_WAITING = 10_000;
  private static final long MOST_WAITING_BYTES = 16L << 20;
  private static final int RETRIES = 8;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  /** Creates the table if it is absent. Returns whether it was created. */
  public Mono<Boolean> ensure(TableName table) {
    return service
        .createTable(table)
        .thenReturn(true)
        .onErrorResume(ConflictException.class, there -> Mono.just(false));
  }

  /**
   * Stores the entities and returns their number. Reports acknowledged batches as progress, on a
   * thread that may block; does not close the progress.
   */
  public Mono<Long> load(TableName table, Flux<Entity> entities, LoadProgress progress) {
    return counted(
        batches(entities).flatMap(batch -> store(table, batch), inFlight, inFlight), progress);
  }

  /**
   * Stores the entities as {@link #load} does, the batches of one partition one after another. Of
   * several entities with one key the last is stored.
   */
  public Mono<Long> loadInOrder(TableName table, Flux<Entity> entities, LoadProgress progress) {
    return counted(
        batches(entities)
            .groupBy(this::lane, inFlight) // no more lanes than are read at once
            .flatMap(lane -> lane.concatMap(batch -> store(table, batch), 1), inFlight),
        progress);
  }

  private int lane(Batch batch) {
    return Math.floorMod(batch.partitionKey().hashCode(), inFlight);
  }

  private static Mono<Long> counted(Flux<Integer> stored, LoadProgress progress) {
    return stored
        .publishOn(Schedulers.boundedElastic()) // the progress may wait for its output
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
