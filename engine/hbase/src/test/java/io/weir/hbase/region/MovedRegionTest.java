package io.weir.hbase.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.hbase.HBaseStore;
import io.weir.hbase.TestCluster;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** What a region promises when it moves to another server, or is split. */
final class MovedRegionTest {

  private static final String NAMESPACE = "moved";
  private static final org.apache.hadoop.hbase.TableName ENTITIES =
      org.apache.hadoop.hbase.TableName.valueOf(NAMESPACE, "entities");

  private static HBaseStore store;
  private static AsyncConnection connection;
  private static TableService tables;

  @BeforeAll
  static void open() throws Exception {
    store = TestCluster.open(NAMESPACE);
    connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get();
    tables = store.account(AccountName.DEVELOPMENT);
  }

  @AfterAll
  static void close() throws Exception {
    connection.close();
    store.close().block(TestCluster.PATIENCE);
  }

  /** With a Timestamp below that of the removal, HBase would hide the new entity. */
  @Test
  void anEntityThatIsInsertedBehindAClockThatWasAheadIsVisible() {
    var table = created("Clocks");
    var ahead = EdmDateTime.of(Instant.now(Clock.systemUTC()).plusSeconds(3600)).ticks();
    write(table, new Write.Insert(strike("TX", "0")));
    timestampsOf(regionOf(rowOf("TX", "0"))).continueAfter(ahead);
    write(table, new Write.Insert(strike("TX", "1")));
    write(table, new Write.Delete(new EntityKey("TX", "1"), IfMatch.ANY));

    moveToAnotherServer(regionOf(rowOf("TX", "0")));
    var ticks = write(table, new Write.Insert(strike("TX", "1")));

    assertThat(ticks).isGreaterThan(ahead + 2);
    assertThat(tables.get(table, new EntityKey("TX", "1")).blockOptional(TestCluster.PATIENCE))
        .isPresent();
  }

  @Test
  void aSplitInTheMiddleOfAPartitionKeepsThePartitionInOneRegion() {
    var table = created("Splits");
    for (var partition : List.of("A", "B", "C")) {
      submit(
          table,
          IntStream.range(0, 100)
              .<Write>mapToObj(i -> new Write.Insert(strike(partition, "row" + (100 + i))))
              .toList());
    }
    var before = regions().size();
    var middle = rowOf("B", "row150");

    await(admin().split(ENTITIES, middle));
    awaitRegions(before + 1);

    assertThat(regions())
        .extracting(region -> region.getRegionInfo().getStartKey())
        .anySatisfy(start -> assertThat(start).endsWith('B').doesNotContain(0));
    submit(
        table,
        IntStream.range(0, 100)
            .<Write>mapToObj(
                i -> new Write.Delete(new EntityKey("B", "row" + (100 + i)), IfMatch.ANY))
            .toList());
    assertThat(keys(Query.ALL, table)).hasSize(200).isSorted();
    assertThat(keys(Query.ALL.descending(), table)).hasSize(200).first().isEqualTo("C/row199");
    assertThat(tables.count(table, Query.ALL).map(report -> report.returned()).block())
        .isEqualTo(200);
  }

  private static TableName created(String name) {
    var table = new TableName(name);
    tables.createTable(table).block(TestCluster.PATIENCE);
    return table;
  }

  private static Entity strike(String partitionKey, String rowKey) {
    return Entity.builder(partitionKey, rowKey).set("Height", 1).build();
  }

  private static long write(TableName table, Write write) {
    return tables
        .write(table, write)
        .blockOptional(TestCluster.PATIENCE)
        .orElseThrow()
        .timestampTicks();
  }

  private static void submit(TableName table, List<Write> writes) {
    tables.submit(table, new Batch(writes)).block(TestCluster.PATIENCE);
  }

  private static List<String> keys(Query query, TableName table) {
    return tables
        .query(table, query)
        .map(entity -> entity.partitionKey() + "/" + entity.rowKey())
        .collectList()
        .blockOptional(TestCluster.PATIENCE)
        .orElseThrow();
  }

  /** Returns the row of an entity: the only one of the cluster that ends with its key. */
  private static byte[] rowOf(String partitionKey, String rowKey) {
    var key = new EntityKey(partitionKey, rowKey).encoded();
    return await(connection.getTable(ENTITIES).scanAll(new Scan().addFamily(new byte[] {'e'})))
        .stream()
        .map(Result::getRow)
        .filter(row -> row.length == 4 + key.length)
        .filter(row -> Arrays.equals(row, 4, row.length, key, 0, key.length))
        .findFirst()
        .orElseThrow();
  }

  private static List<HRegion> regions() {
    return TestCluster.hbase().getRegions(ENTITIES);
  }

  private static HRegion regionOf(byte[] row) {
    return regions().stream()
        .filter(region -> region.getRegionInfo().containsRow(row))
        .findFirst()
        .orElseThrow();
  }

  private static RegionTimestamps timestampsOf(HRegion region) {
    return region.getCoprocessorHost().findCoprocessor(EntityCoprocessor.class).timestamps();
  }

  private static void moveToAnotherServer(HRegion region) {
    var name = region.getRegionInfo().getEncodedNameAsBytes();
    var from = TestCluster.serverOf(region);
    var to = TestCluster.hbase().getLiveRegionServerThreads().stream()
        .map(thread -> thread.getRegionServer().getServerName())
        .filter(server -> !server.equals(from))
        .findFirst()
        .orElseThrow();
    await(admin().move(name, to));
  }

  private static AsyncAdmin admin() {
    return connection.getAdmin();
  }

  private static void awaitRegions(int count) {
    Mono.fromSupplier(() -> regions().size())
        .filter(size -> size == count)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(50)))
        .block(TestCluster.PATIENCE);
  }

  private static <T> T await(CompletableFuture<T> future) {
    return Mono.fromFuture(future).block(TestCluster.PATIENCE);
  }
}
