package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.hbase.protocol.TableId;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** A region whose first partition has most of its bytes. */
final class LargePartitionTest {

  private static final String NAMESPACE = "large_partition";
  private static final TableName TABLE = new TableName("Strikes");
  private static final org.apache.hadoop.hbase.TableName ENTITIES =
      org.apache.hadoop.hbase.TableName.valueOf(NAMESPACE, "entities");
  private static final long REGION_BYTES = 2 << 20;
  private static final Duration LOOK = Duration.ofSeconds(3);
  private static final int ROWS = 128;
  private static final int ROW_BYTES = 40_000;

  private HBaseStore store;
  private TableService tables;
  private AsyncConnection connection;

  @BeforeEach
  void open() throws Exception {
    store = TestCluster.open(NAMESPACE);
    tables = TestCluster.tables(store);
    connection =
        ConnectionFactory.createAsyncConnection(TestCluster.configuration()).get();
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
    store.close().block(TestCluster.PATIENCE);
  }

  @Test
  void thePartitionsAfterItComeIntoARegionOfTheirOwn() throws Exception {
    var admin = connection.getAdmin();
    admin
        .modifyTable(
            TableDescriptorBuilder.newBuilder(admin.getDescriptor(ENTITIES).get())
                .setMaxFileSize(REGION_BYTES)
                .setRegionSplitPolicyClassName(
                    "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
                .build())
        .get();
    tables.createTable(TABLE).block(TestCluster.PATIENCE);
    write("large", ROWS);
    write("next", 1);
    write("small", 1);

    compactUntilARegionBeginsAt(admin, new TableId(1).row(Bytes.toBytes("large")));
    compactUntilARegionBeginsAt(admin, new TableId(1).row(Bytes.toBytes("next")));

    assertThat(tables
            .query(TABLE, Query.ALL.select("PartitionKey"))
            .map(Entity::partitionKey)
            .collectList()
            .block(TestCluster.PATIENCE))
        .hasSize(ROWS + 3)
        .endsWith("next", "small", "small");
  }

  private void write(String partition, int rows) {
    var random = new Random(rows);
    IntStream.range(0, rows).forEach(row -> {
      var bytes = new byte[ROW_BYTES]; // of which no compression makes less
      random.nextBytes(bytes);
      var entity =
          Entity.builder(partition, "%03d".formatted(row)).set("Data", bytes).build();
      tables.submit(TABLE, Batch.of(new Write.Insert(entity))).block(TestCluster.PATIENCE);
    });
  }

  /** HBase splits after a compaction. */
  private void compactUntilARegionBeginsAt(AsyncAdmin admin, byte[] row) {
    var again = new Write.Upsert(Entity.builder("small", "again").build(), WriteMode.REPLACE);
    tables
        .write(TABLE, again)
        .then(Mono.fromFuture(() -> admin.flush(ENTITIES)))
        .then(Mono.fromFuture(() -> admin.majorCompact(ENTITIES)))
        .timeout(LOOK)
        .onErrorComplete() // a region that is being split, for which the client waits long
        .then(Mono.fromFuture(() -> admin.getRegions(ENTITIES)))
        .filter(
            regions -> regions.stream().anyMatch(region -> Bytes.equals(region.getStartKey(), row)))
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(200)))
        .block(TestCluster.PATIENCE);
  }
}
