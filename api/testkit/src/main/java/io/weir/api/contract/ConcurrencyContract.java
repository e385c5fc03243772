package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Entities.number;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Entities.rowsOf;
import static io.weir.api.write.WriteMode.MERGE;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** Cases for concurrent requests. Their outcome equals that of some sequential order. */
public interface ConcurrencyContract extends Door {

  @Test
  default void oneOfManyInsertsOfAKeySucceeds() {
    var strikes = Table.in(this);

    var outcomes = atOnce(
        50,
        i -> write(strikes, new Write.Insert(entity("TX", "1").set("Writer", i).build())));
    midScenario();

    assertThat(outcomes).filteredOn(outcome -> outcome.equals("done")).hasSize(1);
    assertThat(outcomes)
        .filteredOn(outcome -> outcome.equals(ErrorCode.ENTITY_ALREADY_EXISTS.code()))
        .hasSize(49);
    assertThat(strikes.all()).hasSize(1);
  }

  @Test
  default void oneOfManyUpdatesOfAVersionSucceeds() {
    var strikes = Table.in(this);
    var etag = strikes.insert(entity("TX", "1")).etag().orElseThrow();

    var outcomes = atOnce(
        50,
        i -> write(
            strikes,
            new Write.Update(
                entity("TX", "1").set("Writer", i).build(), REPLACE, IfMatch.version(etag))));
    midScenario();

    assertThat(outcomes).filteredOn(outcome -> outcome.equals("done")).hasSize(1);
    assertThat(outcomes)
        .filteredOn(outcome -> outcome.equals(ErrorCode.UPDATE_CONDITION_NOT_SATISFIED.code()))
        .hasSize(49);
    assertThat(strikes.get("TX", "1").getInt32("Writer").map(outcomes::get)).contains("done");
  }

  @Test
  default void oneOfManyDeletesOfAnEntitySucceeds() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1"));

    var outcomes = atOnce(50, i -> write(strikes, new Write.Delete(key("TX", "1"), IfMatch.ANY)));
    midScenario();

    assertThat(outcomes).filteredOn(outcome -> outcome.equals("done")).hasSize(1);
    assertThat(outcomes)
        .filteredOn(outcome -> outcome.equals(ErrorCode.RESOURCE_NOT_FOUND.code()))
        .hasSize(49);
    assertThat(strikes.find("TX", "1")).isEmpty();
  }

  @Test
  default void oneOfManyCreationsOfATableSucceeds() {
    var strikes = Table.absentIn(this);

    var outcomes = atOnce(20, i -> service().createTable(strikes.name()));
    midScenario();

    assertThat(outcomes).filteredOn(outcome -> outcome.equals("done")).hasSize(1);
    assertThat(outcomes)
        .filteredOn(outcome -> outcome.equals(ErrorCode.TABLE_ALREADY_EXISTS.code()))
        .hasSize(19);
    assertThat(strikes.lookUp()).isPresent();
  }

  @Test
  default void oneOfManyOverlappingBatchesSucceeds() {
    var strikes = Table.in(this);

    var outcomes = atOnce(
        20,
        i -> service()
            .submit(
                strikes.name(),
                Batch.of(
                    new Write.Insert(entity("TX", "shared").set("Writer", i).build()),
                    new Write.Insert(entity("TX", number(i)).build()))));
    midScenario();

    assertThat(outcomes).filteredOn(outcome -> outcome.equals("done")).hasSize(1);
    var winner = strikes.get("TX", "shared").getInt32("Writer").orElseThrow();
    assertThat(outcomes.get(winner)).isEqualTo("done");
    assertThat(strikes.all()).extracting(Entity::rowKey).containsExactly(number(winner), "shared");
  }

  @Test
  default void aCounterMissesNoIncrement() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1").set("Count", 0));

    atOnce(8, i -> increment(strikes).repeat(9).then());
    midScenario();

    assertThat(strikes.get("TX", "1").getInt32("Count")).contains(80);
  }

  @Test
  default void mergesOfOneEntityLoseNothing() {
    var strikes = Table.in(this);

    atOnce(
        50,
        i -> write(
            strikes, new Write.Upsert(entity("TX", "1").set("Writer" + i, i).build(), MERGE)));
    midScenario();

    assertThat(strikes.get("TX", "1").toMap()).hasSize(50);
  }

  @Test
  default void writesOfManyPartitionsLoseNothing() {
    var strikes = Table.in(this);

    var outcomes = atOnce(
        300,
        i -> write(
            strikes,
            new Write.Insert(entity(number(i % 30), number(i)).set("Writer", i).build())));
    midScenario();

    assertThat(outcomes).containsOnly("done");
    assertThat(strikes.all()).hasSize(300).extracting(Entity::key).isSorted();
  }

  @Test
  default void everyVersionInAPartitionIsItsOwn() {
    var strikes = Table.in(this);

    atOnce(100, i -> write(strikes, new Write.Insert(entity("TX", number(i)).build())));
    midScenario();

    assertThat(strikes.all())
        .extracting(Entity::timestampTicks)
        .hasSize(100)
        .doesNotHaveDuplicates();
  }

  @Test
  default void aPageSeesAllOfABatchOrNothing() {
    var strikes = Table.in(this);
    strikes.submit(generation(0));

    var writes = Flux.range(1, 30)
        .concatMap(i -> service().submit(strikes.name(), new Batch(generation(i))));
    var pages = Flux.range(0, 60)
        .concatMap(i -> service().page(strikes.name(), Query.ALL.where("PartitionKey eq 'TX'")));
    var seen = Flux.merge(
            writes.subscribeOn(Schedulers.parallel()).thenMany(Flux.<List<Integer>>empty()),
            pages
                .subscribeOn(Schedulers.parallel())
                .map(page -> page.items().stream()
                    .map(row -> row.getInt32("Generation").orElseThrow())
                    .distinct()
                    .toList()))
        .collectList()
        .block(Table.PATIENCE);
    midScenario();

    assertThat(seen)
        .hasSize(60)
        .allSatisfy(generations -> assertThat(generations).hasSize(1));
    assertThat(strikes.all())
        .allSatisfy(row -> assertThat(row.getInt32("Generation")).contains(30));
  }

  @Test
  default void aStreamDuringWritesContainsAllUnchangedEntities() {
    var strikes = Table.in(this).load(numbered("TX", 200)).load(numbered("CA", 200));

    var writes = Flux.range(0, 200)
        .flatMap(i -> Flux.concat(
            service()
                .write(
                    strikes.name(),
                    new Write.Insert(entity("TX", number(i) + "x").build())),
            service()
                .write(
                    strikes.name(),
                    new Write.Upsert(entity("TX", number(i)).set("Number", i).build(), REPLACE))));
    var items = Mono.zip(
            strikes.stream(Query.ALL).limitRate(5).collectList().subscribeOn(Schedulers.parallel()),
            writes.subscribeOn(Schedulers.parallel()).then(Mono.just("written")))
        .blockOptional(Table.PATIENCE)
        .orElseThrow()
        .getT1();
    midScenario();

    var rows = rowsOf(items);
    assertThat(rows).isSorted().doesNotHaveDuplicates();
    assertThat(rows.stream().filter(row -> !row.endsWith("x"))).hasSize(400);
    assertThat(strikes.all()).hasSize(600);
  }

  @Test
  default void everyReadSeesWritesAcknowledgedBeforeIt() {
    var strikes = Table.in(this);

    var seen = Flux.range(0, 40)
        .flatMap(
            i -> seenAfterWriting(
                strikes, entity(number(i % 8), number(i)).set("Writer", i).build()),
            10)
        .collectList()
        .block(Table.PATIENCE);
    midScenario();

    assertThat(seen).hasSize(40).containsOnly(true);
    assertThat(strikes.all()).hasSize(40);
  }

  /**
   * Returns whether a point read, a page and a stream that begin after the acknowledgement see the
   * write.
   */
  private Mono<Boolean> seenAfterWriting(Table table, Entity entity) {
    var filter =
        "PartitionKey eq '" + entity.partitionKey() + "' and RowKey ge '" + entity.rowKey() + "'";
    return write(table, new Write.Insert(entity))
        .flatMap(written -> Mono.zip(
                service().get(table.name(), entity.key()).map(Entity::timestampTicks),
                service()
                    .page(table.name(), Query.ALL.where(filter))
                    .map(page -> page.items().get(0).timestampTicks()),
                service()
                    .query(table.name(), Query.ALL.where(filter))
                    .next()
                    .map(Entity::timestampTicks))
            .map(ticks -> Stream.of(ticks.getT1(), ticks.getT2(), ticks.getT3())
                .allMatch(tick -> tick == written.timestampTicks())));
  }

  private Mono<WriteResult> increment(Table table) {
    return Mono.defer(() -> service().get(table.name(), key("TX", "1")))
        .flatMap(current -> write(
            table,
            new Write.Update(
                entity("TX", "1")
                    .set("Count", current.getInt32("Count").orElseThrow() + 1)
                    .build(),
                REPLACE,
                IfMatch.version(current.etag().orElseThrow()))))
        .retryWhen(Retry.indefinitely().filter(PreconditionFailedException.class::isInstance));
  }

  private Mono<WriteResult> write(Table table, Write write) {
    return service().write(table.name(), write);
  }

  /**
   * Starts all requests at once on several threads. Returns for each {@code done} or the code of
   * its failure.
   */
  private static List<String> atOnce(int count, IntFunction<Mono<?>> request) {
    return Flux.range(0, count)
        .flatMapSequential(
            i -> request
                .apply(i)
                .thenReturn("done")
                .onErrorResume(
                    TableServiceException.class,
                    failure -> Mono.just(failure.code().code()))
                .subscribeOn(Schedulers.parallel()),
            count)
        .collectList()
        .blockOptional(Table.PATIENCE)
        .orElseThrow();
  }

  private static List<Write> generation(int generation) {
    return IntStream.range(0, 20)
        .<Write>mapToObj(i -> new Write.Upsert(
            entity("TX", number(i)).set("Generation", generation).build(), REPLACE))
        .toList();
  }
}
