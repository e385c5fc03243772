package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.hbase.protocol.TableId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Reads of a table in six regions, which are read at a time. */
final class SeveralRegionsTest {

  private static final String NAMESPACE = "several_regions";
  private static final TableName TABLE = new TableName("Strikes");
  private static final org.apache.hadoop.hbase.TableName ENTITIES =
      org.apache.hadoop.hbase.TableName.valueOf(NAMESPACE, "entities");
  private static final int PARTITIONS = 12;
  private static final int ROWS = 50;

  /** Matches every entity, and no key tells. */
  private static final String EVERYTHING = "N ge 0";

  private static HBaseStore store;
  private static TableService tables;

  @BeforeAll
  static void open() throws Exception {
    store = TestCluster.open(NAMESPACE);
    tables = TestCluster.tables(store);
    tables.createTable(TABLE).block(TestCluster.PATIENCE);
    try (AsyncConnection connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get()) {
      var admin = connection.getAdmin();
      for (var i = 2; i < PARTITIONS; i += 2) {
        var before = regions().size();
        admin
            .split(ENTITIES, new TableId(1).row(Bytes.toBytes(partition(i) + "\0")))
            .get();
        Mono.fromSupplier(() -> regions().size())
            .filter(regions -> regions > before)
            .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(50)))
            .block(TestCluster.PATIENCE);
      }
    }
    for (var i = 0; i < PARTITIONS; i++) {
      var partition = i;
      var writes = IntStream.range(0, ROWS)
          .<Write>mapToObj(row -> new Write.Insert(entity(partition, row)))
          .toList();
      tables.submit(TABLE, new Batch(writes)).block(TestCluster.PATIENCE);
    }
  }

  @AfterAll
  static void close() {
    store.close().block(TestCluster.PATIENCE);
  }

  @Test
  void aFilteredStreamComesInTheOrderOfKeysInBothDirections() {
    var expected = keys(row -> row % 7 == 3);

    assertThat(read(Query.ALL.where("M eq 3"))).isEqualTo(expected);
    assertThat(read(Query.ALL.where("M eq 3").unordered())).isEqualTo(expected);
    assertThat(read(Query.ALL.where("M eq 3").descending())).isEqualTo(reversed(expected));
    assertThat(read(Query.ALL.where("M eq 3").top(13))).isEqualTo(expected.subList(0, 13));
    assertThat(read(Query.ALL.where("M eq 3").descending().top(13)))
        .isEqualTo(reversed(expected).subList(0, 13));
  }

  @Test
  void pointsOfSeveralRegionsComeInTheOrderOfKeys() {
    var filter = IntStream.range(0, PARTITIONS)
        .mapToObj(i -> "(PartitionKey eq '" + partition(i) + "' and RowKey eq 'r30')")
        .collect(Collectors.joining(" or "));

    assertThat(read(Query.ALL.where(filter))).isEqualTo(keys(row -> row == 30));
  }

  @Test
  void aStreamReportsWhatItReadAndReturned() {
    var items = tables.stream(TABLE, Query.ALL.where("M eq 3"))
        .collectList()
        .blockOptional(TestCluster.PATIENCE)
        .orElseThrow();

    assertThat(items.get(items.size() - 1)).isInstanceOfSatisfying(StreamItem.End.class, end -> {
      assertThat(end.report().scanned()).isEqualTo(PARTITIONS * ROWS);
      assertThat(end.report().returned()).isEqualTo(keys(row -> row % 7 == 3).size());
    });
  }

  @Test
  void countsAreThoseOfAllRegions() {
    assertThat(count(Query.ALL)).isEqualTo(PARTITIONS * ROWS);
    assertThat(count(Query.ALL.where("M eq 3")))
        .isEqualTo(keys(row -> row % 7 == 3).size());
    assertThat(count(Query.ALL.top(70))).isEqualTo(70);
  }

  @Test
  void noMoreThanTwiceTheRequestedEntitiesAreFetched() {
    var before = rowsRead();

    StepVerifier.create(tables.stream(TABLE, Query.ALL.where(EVERYTHING)), 0)
        .thenRequest(10)
        .expectNextCount(10)
        .then(() -> assertThat(rowsRead() - before).isBetween(10L, 2L * 10 + PARTITIONS))
        .thenCancel()
        .verify(TestCluster.PATIENCE);
  }

  @Test
  void aCancelledStreamLeavesNoCallBehind() {
    StepVerifier.create(tables.stream(TABLE, Query.ALL.where(EVERYTHING)), 1)
        .expectNextCount(1)
        .thenCancel()
        .verify(TestCluster.PATIENCE);

    Mono.fromSupplier(store::callsInFlight)
        .filter(calls -> calls == 0)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(20)))
        .block(TestCluster.PATIENCE);
  }

  private static List<String> read(Query query) {
    return tables
        .query(TABLE, query)
        .map(entity -> entity.partitionKey() + "/" + entity.rowKey())
        .collectList()
        .blockOptional(TestCluster.PATIENCE)
        .orElseThrow();
  }

  private static long count(Query query) {
    return tables
        .count(TABLE, query)
        .map(QueryReport::returned)
        .blockOptional(TestCluster.PATIENCE)
        .orElseThrow();
  }

  private interface RowTest {
    boolean test(int row);
  }

  private static List<String> keys(RowTest wanted) {
    var keys = new ArrayList<String>();
    for (var i = 0; i < PARTITIONS; i++) {
      for (var row = 0; row < ROWS; row++) {
        if (wanted.test(row)) {
          keys.add(partition(i) + "/" + row(row));
        }
      }
    }
    return keys;
  }

  private static List<String> reversed(List<String> keys) {
    var reversed = new ArrayList<>(keys);
    Collections.reverse(reversed);
    return reversed;
  }

  private static Entity entity(int partition, int row) {
    return Entity.builder(partition(partition), row(row))
        .set("N", row)
        .set("M", row % 7)
        .build();
  }

  private static String partition(int number) {
    return "P%02d".formatted(number);
  }

  private static String row(int number) {
    return "r%02d".formatted(number);
  }

  private static List<HRegion> regions() {
    return TestCluster.hbase().getRegions(ENTITIES);
  }

  private static long rowsRead() {
    return regions().stream().mapToLong(HRegion::getReadRequestsCount).sum();
  }
}
