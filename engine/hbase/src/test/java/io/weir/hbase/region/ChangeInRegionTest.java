package io.weir.hbase.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmInt64;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.hbase.HBaseStore;
import io.weir.hbase.TestCluster;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a region promises for changes in place, whatever gateway sends them. */
final class ChangeInRegionTest {

  private static final String NAMESPACE = "changes";
  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static final int ROUNDS = 100;
  private static final int IN_FLIGHT = 16;
  private static final int FILLING_BYTES = 64_000;
  private static final int FILLINGS = 16;

  private static HBaseStore one;
  private static HBaseStore other;

  private final TableName table = new TableName("Stock" + COUNTER.incrementAndGet());

  @BeforeAll
  static void open() {
    one = TestCluster.open(NAMESPACE);
    other = TestCluster.open(NAMESPACE);
  }

  @AfterAll
  static void close() {
    one.close().block(TestCluster.PATIENCE);
    other.close().block(TestCluster.PATIENCE);
  }

  @BeforeEach
  void createTable() {
    tables(one).createTable(table).block(TestCluster.PATIENCE);
  }

  /**
   * Two gateways move coins between two entities by batches, in opposite orders, and add to one of
   * them by single changes and by merges that touch another property.
   */
  @Test
  void concurrentChangesOfTwoGatewaysLoseNothing() {
    Flux.just(one, other)
        .map(ChangeInRegionTest::tables)
        .flatMap(gateway -> Flux.range(0, ROUNDS).flatMap(i -> round(gateway, i), IN_FLIGHT))
        .then()
        .block(TestCluster.PATIENCE);

    assertThat(value("a")).isEqualTo(2 * ROUNDS + 2 * ROUNDS);
    assertThat(value("b")).isEqualTo(-2 * ROUNDS);
    assertThat(answered(tables(one).get(table, key("a"))).getInt32("Other")).isPresent();
  }

  private Mono<Void> round(TableService gateway, int i) {
    var there = List.<Write>of(add("a", 1), add("b", -1));
    var back = List.<Write>of(add("b", -1), add("a", 1));
    var merged = Entity.builder("p", "a").set("Other", i).build();
    return Mono.when(
        gateway.submit(table, new Batch(i % 2 == 0 ? there : back)),
        gateway.write(table, add("a", 1)),
        gateway.write(table, new Write.Upsert(merged, WriteMode.MERGE)));
  }

  @Test
  void stockIsNeverTakenTwice() {
    var stock = 10;
    write(one, add("a", stock));
    var take = add("a", -1).when(FilterParser.parse("Value ge 1"));

    var taken = Flux.just(one, other)
        .flatMap(store -> Flux.range(0, stock).flatMap(i -> taken(store, take)))
        .filter(Boolean::booleanValue)
        .count()
        .block(TestCluster.PATIENCE);

    assertThat(taken).isEqualTo(stock);
    assertThat(value("a")).isZero();
  }

  private Mono<Boolean> taken(HBaseStore store, Write.Change take) {
    return tables(store)
        .write(table, take)
        .thenReturn(true)
        .onErrorResume(
            TableServiceException.class,
            failure -> failure.code() == ErrorCode.UPDATE_CONDITION_NOT_SATISFIED
                ? Mono.just(false)
                : Mono.error(failure));
  }

  @Test
  void aTokenIsForgottenAfterTenMinutes() {
    var add = add("a", 1).withToken(UUID.randomUUID());
    var first = write(one, add);
    timestamps().continueAfter(first + ChangeTokens.LIFE_TICKS - 2);

    var soon = write(other, add);
    var late = write(other, add);

    assertThat(soon).isEqualTo(first);
    assertThat(late).isEqualTo(first + ChangeTokens.LIFE_TICKS);
    assertThat(value("a")).isEqualTo(2);
  }

  @Test
  void aRequestStoresUpTo20MebibytesOfEntities() {
    var fewestTooMany = RegionWriter.MOST_BYTES / (FILLINGS * FILLING_BYTES) + 1;
    var rows =
        IntStream.range(0, fewestTooMany).mapToObj(i -> "r%02d".formatted(i)).toList();
    for (var row : rows) {
      var large = Entity.builder("p", row);
      IntStream.range(0, FILLINGS).forEach(i -> large.set("D" + i, new byte[FILLING_BYTES]));
      write(one, new Write.Insert(large.build()));
    }

    submit(rows.subList(1, rows.size()));
    assertThatThrownBy(() -> submit(rows))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.REQUEST_BODY_TOO_LARGE))
        .hasMessageContaining("bytesAfterMerge");
    var changed = tables(one).count(table, Query.ALL.where("Value eq 1"));
    assertThat(answered(changed).returned()).isEqualTo(rows.size() - 1);
  }

  private void submit(List<String> rows) {
    var adds = rows.stream().<Write>map(row -> add(row, 1)).toList();
    tables(one).submit(table, new Batch(adds)).block(TestCluster.PATIENCE);
  }

  private static TableService tables(HBaseStore store) {
    return store.account(AccountName.DEVELOPMENT);
  }

  private static Write.Change add(String row, long more) {
    return Write.change(key(row), PropertyOperation.of("Value", Operator.ADD, new EdmInt64(more)))
        .orCreate();
  }

  private long write(HBaseStore store, Write write) {
    return answered(tables(store).write(table, write)).timestampTicks();
  }

  private long value(String row) {
    return answered(tables(one).get(table, key(row))).getInt64("Value").orElseThrow();
  }

  private static EntityKey key(String row) {
    return new EntityKey("p", row);
  }

  private static RegionTimestamps timestamps() {
    var entities = org.apache.hadoop.hbase.TableName.valueOf(NAMESPACE, "entities");
    return TestCluster.hbase()
        .getRegions(entities)
        .get(0)
        .getCoprocessorHost()
        .findCoprocessor(EntityCoprocessor.class)
        .timestamps();
  }

  private static <T> T answered(Mono<T> answer) {
    return answer.blockOptional(TestCluster.PATIENCE).orElseThrow();
  }
}
