package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.ClientOptions;
import io.weir.client.WeirClient;
import io.weir.client.options.UnknownWrites;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Tables that grow in a cluster of processes until HBase splits them by itself.
 *
 * <p>{@code -Dweir.grow.rows=10000000} and {@code -Dweir.grow.partition.mib=5120} set how far; the
 * size of a region follows.
 */
final class GrowingClusterIT {

  private static final TableName STRIKES = new TableName("Strikes");
  private static final TableName LARGE = new TableName("Large");
  private static final org.apache.hadoop.hbase.TableName ENTITIES =
      org.apache.hadoop.hbase.TableName.valueOf("growing", "entities");
  private static final int FIRST_PORT = Integer.getInteger("weir.cluster.port", 16400);

  private static final int ROWS = Integer.getInteger("weir.grow.rows", 200_000);
  private static final int PARTITIONS = 100;
  private static final int DATA_BYTES = 200;
  private static final int BATCHES_IN_FLIGHT = 8;

  private static final int PARTITION_MIB = Integer.getInteger("weir.grow.partition.mib", 64);
  private static final int LARGE_ROW_BYTES = 32 * 1024;
  private static final int ROWS_A_MIB = 32;

  private static final long LEAST_REGION_BYTES = 4 << 20;
  private static final Duration PATIENCE = Duration.ofHours(1);

  /**
   * As a client of a cluster at its limit would have: HBase may hold a region back for longer than
   * a gateway waits.
   */
  private static final int RETRIES = 20;

  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);

  @TempDir
  static Path folder;

  private static ClusterProcesses cluster;
  private static GatewayProcess gateway;
  private static WeirClient client;
  private static AsyncConnection connection;

  /** Rows of each partition that are acknowledged: all from 0 on. */
  private final AtomicIntegerArray stored = new AtomicIntegerArray(PARTITIONS);

  @BeforeAll
  static void start() throws Exception {
    cluster = ClusterProcesses.start(folder, FIRST_PORT);
    gateway = GatewayProcess.start(cluster.address() + "/growing");
    client = ClientOptions.builder()
        .endpoint(gateway.url())
        .unknownWrites(UnknownWrites.REPEAT) // each row is written once, by this test
        .retries(RETRIES)
        .longestBackoff(LONGEST_BACKOFF)
        .deadline(PATIENCE)
        .connect();
    connection = ConnectionFactory.createAsyncConnection(
            ClusterAddress.of(URI.create(cluster.address())).configuration())
        .get();
    limitRegions(Math.max(LEAST_REGION_BYTES, (long) ROWS * DATA_BYTES / 12));
  }

  @AfterAll
  static void end() throws Exception {
    connection.close();
    client.close();
    gateway.close();
    cluster.close();
  }

  private static void limitRegions(long bytes) throws Exception {
    var admin = connection.getAdmin();
    var table = TableDescriptorBuilder.newBuilder(admin.getDescriptor(ENTITIES).get())
        .setMaxFileSize(bytes)
        .setMemStoreFlushSize(bytes / 2)
        .setRegionSplitPolicyClassName(
            "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy")
        .build();
    admin.modifyTable(table).get();
  }

  @Test
  void aTableIsReadInOrderWithoutGapOrRepetitionWhileItGrowsAndSplits() throws Exception {
    client.createTable(STRIKES).block(PATIENCE);
    var before = regions(connection.getAdmin());
    var growth = CompletableFuture.runAsync(this::grow);
    var reads = 0;
    do {
      readInOrder();
      connection.getAdmin().balance().get();
      reads++;
    } while (!growth.isDone() || !hasSplit(before)); // a loaded cluster splits late
    growth.get();
    readInOrder();

    assertThat(client.count(STRIKES, Query.ALL).map(QueryReport::returned).block(PATIENCE))
        .isEqualTo(ROWS);
    var after = regions(connection.getAdmin());
    System.out.printf(
        "rows=%d reads=%d regions=%d before=%d servers=%d%n",
        ROWS, reads, after, before, servers());
    assertThat(after).isGreaterThan(before);
  }

  /** Appends batches to all partitions in turn. */
  private void grow() {
    Flux.range(0, ROWS / Batch.MAX_WRITES / PARTITIONS)
        .concatMap(turn -> Flux.range(0, PARTITIONS)
            .flatMap(partition -> append(partition, turn), BATCHES_IN_FLIGHT)
            .then())
        .blockLast(PATIENCE);
  }

  private Mono<Void> append(int partition, int turn) {
    var random = new Random((long) turn * PARTITIONS + partition);
    var first = turn * Batch.MAX_WRITES;
    var writes = IntStream.range(first, first + Batch.MAX_WRITES)
        .<Write>mapToObj(row -> new Write.Upsert(
            Entity.builder(partition(partition), row(row))
                .set("Data", bytes(random, DATA_BYTES))
                .build(),
            WriteMode.REPLACE))
        .toList();
    return client
        .submit(STRIKES, new Batch(writes))
        .doOnNext(done -> stored.set(partition, first + Batch.MAX_WRITES))
        .then();
  }

  /**
   * Reads the table, and requires of each partition all rows from the first on, at least those that
   * were acknowledged before.
   */
  private void readInOrder() {
    var least = IntStream.range(0, PARTITIONS).map(stored::get).toArray();
    var found = new int[PARTITIONS];
    var last = new int[] {0};
    client
        .query(STRIKES, Query.ALL.select("PartitionKey", "RowKey"))
        .doOnNext(entity -> {
          var partition = Integer.parseInt(entity.partitionKey().substring(1));
          assertThat(partition).isGreaterThanOrEqualTo(last[0]);
          assertThat(entity.rowKey()).isEqualTo(row(found[partition]));
          last[0] = partition;
          found[partition]++;
        })
        .then()
        .block(PATIENCE);
    for (var partition = 0; partition < PARTITIONS; partition++) {
      assertThat(found[partition]).isGreaterThanOrEqualTo(least[partition]);
    }
  }

  @Test
  void aPartitionThatIsLargerThanARegionStaysReadable() {
    client.createTable(LARGE).block(PATIENCE);
    var rows = PARTITION_MIB * ROWS_A_MIB;
    Flux.range(0, PARTITION_MIB).flatMap(GrowingClusterIT::largeBatch, 2).blockLast(PATIENCE);

    var began = System.nanoTime();
    var read = client
        .query(LARGE, Query.ALL.where("PartitionKey eq 'large'"))
        .index()
        .doOnNext(
            row -> assertThat(row.getT2().rowKey()).isEqualTo(row(row.getT1().intValue())))
        .count()
        .block(PATIENCE);
    System.out.printf(
        "partition of %d MiB read in %.1f s%n", PARTITION_MIB, (System.nanoTime() - began) / 1e9);
    assertThat(read).isEqualTo(rows);
    var last = new EntityKey("large", row(rows - 1));
    assertThat(client.get(LARGE, last).blockOptional(PATIENCE)).isPresent();
  }

  private static Mono<Integer> largeBatch(int mib) {
    var random = new Random(mib);
    var writes = IntStream.range(0, ROWS_A_MIB)
        .<Write>mapToObj(i -> new Write.Upsert(
            Entity.builder("large", row(mib * ROWS_A_MIB + i))
                .set("Data", bytes(random, LARGE_ROW_BYTES))
                .build(),
            WriteMode.REPLACE))
        .toList();
    return client.submit(LARGE, new Batch(writes)).thenReturn(mib);
  }

  private static byte[] bytes(Random random, int length) {
    var bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static String partition(int number) {
    return "P%03d".formatted(number);
  }

  private static String row(int number) {
    return "%09d".formatted(number);
  }

  private static boolean hasSplit(int before) throws Exception {
    return regions(connection.getAdmin()) > before;
  }

  private static int regions(AsyncAdmin admin) throws Exception {
    return admin.getRegions(ENTITIES).get().size();
  }

  /** Returns the number of servers that hold a region of the table. */
  private static int servers() throws Exception {
    var servers = new HashSet<>();
    var locations =
        connection.getRegionLocator(ENTITIES).getAllRegionLocations().get();
    locations.forEach(location -> servers.add(location.getServerName()));
    return servers.size();
  }
}
