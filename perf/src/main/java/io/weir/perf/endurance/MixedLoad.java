package io.weir.perf.endurance;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.time.Duration;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * A load of all operations at once: reads and writes of single entities, batches, ranges, whole
 * streams, and tables that are created and dropped. The amount of stored data stays about the same.
 *
 * <p>Signals run on the store's loops. A wrong answer fails {@link #run}.
 */
final class MixedLoad {

  private static final TableName STEADY = new TableName("Steady");
  private static final TableName PASSING = new TableName("Passing");
  private static final int IN_FLIGHT = 32;
  private static final int PASSING_BATCHES = 20;
  private static final Duration BETWEEN = Duration.ofMillis(500);

  private static final Comparator<EntityKey> KEYS =
      Comparator.comparing(EntityKey::partitionKey).thenComparing(EntityKey::rowKey);

  private final TableService tables;
  private final SplittableRandom random;
  private final LongAdder answered = new LongAdder();

  MixedLoad(TableService tables, long seed) {
    this.tables = tables;
    this.random = new SplittableRandom(seed);
  }

  /** Returns the number of operations answered so far. */
  long answered() {
    return answered.sum();
  }

  /** Runs until it is cancelled; never completes. */
  Mono<Void> run() {
    return prepare().thenMany(Flux.merge(singles(), comingAndGoing(), whole())).then();
  }

  private Mono<Void> prepare() {
    return tables.createTable(STEADY).onErrorComplete(ConflictException.class).then(dropPassing());
  }

  private Flux<?> singles() {
    return Flux.<SplittableRandom>generate(sink -> sink.next(random.split()))
        .flatMap(dice -> single(dice).doFinally(end -> answered.increment()), IN_FLIGHT);
  }

  private Mono<?> single(SplittableRandom dice) {
    var key = SoakRows.key(dice.nextInt(SoakRows.KEYS));
    var kind = dice.nextInt(100);
    if (kind < 40) {
      return tables
          .write(STEADY, new Write.Upsert(SoakRows.any(key, dice), WriteMode.REPLACE))
          .onErrorComplete(ServiceBusyException.class);
    }
    if (kind < 75) {
      return tables.get(STEADY, key).map(SoakRows::checked);
    }
    if (kind < 85) {
      return tables
          .page(STEADY, partition(key.partitionKey()))
          .doOnNext(page -> page.items().forEach(SoakRows::checked));
    }
    if (kind < 90) {
      return tables
          .write(STEADY, new Write.Delete(key, IfMatch.ANY))
          .onErrorComplete(NotFoundException.class)
          .onErrorComplete(ServiceBusyException.class);
    }
    return kind < 95
        ? tables
            .write(STEADY, new Write.Insert(SoakRows.any(key, dice)))
            .onErrorComplete(ConflictException.class)
            .onErrorComplete(ServiceBusyException.class)
        : tables
            .submit(STEADY, batch(key.partitionKey(), dice))
            .onErrorComplete(ServiceBusyException.class);
  }

  /**
   * Returns upserts of small neighbouring entities in one partition, within the limits of a batch.
   */
  private static Batch batch(String partition, SplittableRandom dice) {
    var first = dice.nextInt(SoakRows.KEYS / SoakRows.PARTITIONS - 10);
    var number = Integer.parseInt(partition.substring(1));
    return new Batch(IntStream.range(first, first + 10)
        .<Write>mapToObj(row -> new Write.Upsert(
            SoakRows.any(
                SoakRows.key(row * SoakRows.PARTITIONS + number), new SplittableRandom(7 + row)),
            WriteMode.REPLACE))
        .toList());
  }

  private static Query partition(String partitionKey) {
    return Query.ALL
        .where(new Filter.Comparison("PartitionKey", Operator.EQUAL, new EdmString(partitionKey)))
        .top(100);
  }

  /** Reads the whole table as a stream, again and again, and checks its order. */
  private Flux<?> whole() {
    return Mono.defer(() -> tables
            .query(STEADY, Query.ALL)
            .map(SoakRows::checked)
            .map(Entity::key)
            .reduce(MixedLoad::inOrder))
        .delaySubscription(BETWEEN)
        .repeat();
  }

  /** Returns the later key; fails if it does not sort after the one before. */
  private static EntityKey inOrder(EntityKey last, EntityKey key) {
    if (KEYS.compare(last, key) >= 0) {
      throw new IllegalStateException("stream is out of order before=" + last + " key=" + key);
    }
    return key;
  }

  /** Creates a table, fills it, counts it and drops it, again and again under one name. */
  private Flux<?> comingAndGoing() {
    return tables
        .createTable(PASSING)
        .then(Flux.range(0, PASSING_BATCHES)
            .concatMap(number -> tables
                .submit(PASSING, passingBatch(number))
                .retryWhen(Retry.backoff(20, Duration.ofMillis(5))
                    .filter(ServiceBusyException.class::isInstance)))
            .then())
        .then(Mono.defer(() -> tables.query(PASSING, Query.ALL).count()))
        .doOnNext(MixedLoad::requireAll)
        .then(Mono.defer(this::dropPassing))
        .then(Mono.delay(BETWEEN))
        .repeat();
  }

  private static Batch passingBatch(int number) {
    return new Batch(IntStream.range(0, Batch.MAX_WRITES)
        .<Write>mapToObj(row -> new Write.Insert(
            Entity.builder("p" + number, "r" + row).set("Text", "x".repeat(200)).build()))
        .toList());
  }

  private static void requireAll(long count) {
    if (count != PASSING_BATCHES * Batch.MAX_WRITES) {
      throw new IllegalStateException("table lost entities count=" + count);
    }
  }

  private Mono<Void> dropPassing() {
    return tables.deleteTable(PASSING).onErrorComplete(NotFoundException.class);
  }
}
