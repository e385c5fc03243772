package io.weir.perf.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.IndexedProperties;
import io.weir.perf.workload.RowSize;
import io.weir.perf.workload.Zipf;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.ThreadParams;

/** Each benchmark works as documented, on few entities and without measuring. */
final class BenchmarksTest {

  private static final int ENTITIES = 1_500;

  private static final DataState DATA = data();
  private static final WeirState WEIR = new WeirState();
  private static final PeerState.Rocks ROCKS = new PeerState.Rocks();
  private static final PeerState.Lmdb LMDB = new PeerState.Lmdb();
  private static final PeerState.RocksReading ROCKS_READING = new PeerState.RocksReading();
  private static final PeerState.LmdbReading LMDB_READING = new PeerState.LmdbReading();

  private final Stopwatch watch = new Stopwatch();

  @BeforeAll
  static void open() throws IOException {
    WEIR.open(DATA);
    ROCKS.open(DATA);
    LMDB.open(DATA);
    ROCKS_READING.open(ROCKS);
    LMDB_READING.open(LMDB);
  }

  @AfterAll
  static void close() throws IOException {
    LMDB.close();
    ROCKS.close();
    WEIR.close();
  }

  @Test
  void allTargetsReadTheSameEntityExceptForItsTimestamp() {
    var benchmark = new PointReadBenchmark();

    var ours = Objects.requireNonNull(benchmark.weir(WEIR, draws(), watch));

    assertThat(benchmark.rocksdb(ROCKS_READING, draws(), watch).toMap()).isEqualTo(ours.toMap());
    assertThat(benchmark.lmdb(LMDB_READING, draws(), watch).key()).isEqualTo(ours.key());
  }

  @Test
  void noTargetFindsAnAbsentEntity() {
    var benchmark = new MissBenchmark();

    assertThat(benchmark.weir(WEIR, draws(), watch)).isNull();
    assertThat(benchmark.rocksdb(ROCKS_READING, draws(), watch)).isNull();
    assertThat(benchmark.lmdb(LMDB_READING, draws(), watch)).isNull();
  }

  @Test
  void allTargetsScanTheSameRange() {
    var benchmark = new RangeScanBenchmark();

    var bytes = benchmark.weir(WEIR, draws(), watch);

    assertThat(benchmark.rocksdb(ROCKS_READING, draws(), watch)).isEqualTo(bytes);
    assertThat(benchmark.lmdb(LMDB_READING, draws(), watch)).isEqualTo(bytes);
  }

  @Test
  void fullScansRestartAtTheEnd() {
    var count = 2 * ENTITIES + 10;
    var bytes = scanned(scan -> scan.read(WEIR.tables, Query.ALL, count));

    assertThat(scanned(scan -> scan.read(ROCKS_READING.reader, count))).isEqualTo(bytes);
    assertThat(scanned(scan -> scan.read(LMDB_READING.reader, count))).isEqualTo(bytes);
  }

  @Test
  void allTargetsFindTheSameMatches() {
    var benchmark = new FilteredScanBenchmark();
    var filtered = new FilteredScanBenchmark.Filtered();
    filtered.compile(DATA);

    var bytes = scanned(scan -> benchmark.weir(WEIR, filtered, scan));

    assertThat(scanned(scan -> benchmark.rocksdb(ROCKS_READING, filtered, scan)))
        .isEqualTo(bytes);
    assertThat(scanned(scan -> benchmark.lmdb(LMDB_READING, filtered, scan))).isEqualTo(bytes);
  }

  @Test
  void upsertsReplaceLoadedEntities() {
    var benchmark = new UpsertBenchmark();
    var written = upserts().next();

    benchmark.weir(WEIR, upserts());
    benchmark.rocksdb(ROCKS, upserts(), watch);
    benchmark.lmdb(LMDB, upserts(), watch);

    requireStored(List.of(written));
  }

  @Test
  void batchesReplaceLoadedEntities() {
    var benchmark = new BatchBenchmark();
    var written = batches().next();

    benchmark.weir(WEIR, batches());
    benchmark.rocksdb(ROCKS, batches(), watch);
    benchmark.lmdb(LMDB, batches(), watch);

    requireStored(written);
  }

  @Test
  void forcedUpsertsReplaceLoadedEntities() throws IOException {
    var weir = new WeirState.Forced();
    var lmdb = new PeerState.LmdbForced();
    weir.open(DATA);
    lmdb.open(DATA);
    var written = upserts().next();

    new ForcedUpsertBenchmark().weir(weir, upserts());
    new ForcedUpsertBenchmark().lmdb(lmdb, upserts(), watch);

    assertThat(weir.tables.get(DataSet.TABLE, written.key()).block().toMap())
        .isEqualTo(written.toMap());
    assertThat(lmdb.reader().get(written.key())).isEqualTo(written.withTimestamp(1));
    lmdb.close();
    weir.close();
  }

  @Test
  void mixedOperationsAreMostlyReads() {
    var operations = new MixedOperations();
    operations.draw(DATA);
    var writes = 0;
    for (var i = 0; i < 10_000; i++) {
      writes += operations.isWrite(operations.next()) ? 1 : 0;
    }

    new MixedBenchmark().weir(WEIR, operations);

    assertThat(writes).isBetween(300, 700);
  }

  @Test
  void fewNumbersOfAZipfDistributionAreFrequent() {
    var zipf = new Zipf(ENTITIES);
    var random = new SplittableRandom(1);
    var times = new int[ENTITIES];
    for (var i = 0; i < 100_000; i++) {
      times[zipf.next(random)]++;
    }

    assertThat(times[0]).isGreaterThan(10_000);
    assertThat(times).doesNotContain(0);
  }

  @Test
  void rangesLieWithinTheirPartition() {
    var uneven = new DataSet(DataSet.PARTITION_ROWS + 10, RowSize.NARROW);
    var random = new SplittableRandom(1);
    for (var i = 0; i < 1_000; i++) {
      assertThat(uneven.rangeStart(random))
          .isBetween(0, DataSet.PARTITION_ROWS - DataSet.RANGE_ROWS);
    }
  }

  @Test
  void eachUpsertOfAnIndexedEntityChangesItsIndexes() {
    var upserts = new Upserts();
    upserts.prepare(data(RowSize.INDEXED1));
    var written = upserts.next(1 << 16);

    var rank = DataRow.name(IndexedProperties.RANK);
    for (var i = 0; i < 1 << 15; i++) {
      var again = written.get(i + (1 << 15));
      assertThat(again.key()).isEqualTo(written.get(i).key());
      assertThat(again.toMap().get(rank)).isNotEqualTo(written.get(i).toMap().get(rank));
    }
  }

  private interface Scan {
    long read(WholeScan scan);
  }

  private static long scanned(Scan reading) {
    return reading.read(new WholeScan());
  }

  private static void requireStored(List<Entity> written) {
    var ours = new ArrayList<Object>();
    written.forEach(
        one -> ours.add(WEIR.tables.get(DataSet.TABLE, one.key()).block().toMap()));
    assertThat(ours).isEqualTo(written.stream().map(Entity::toMap).toList());
    requireStored(ROCKS_READING.reader, written);
    requireStored(LMDB_READING.reader, written);
  }

  private static void requireStored(PeerReader reader, List<Entity> written) {
    assertThat(written)
        .allSatisfy(one -> assertThat(reader.get(one.key())).isEqualTo(one.withTimestamp(1)));
  }

  private static DataState data() {
    return data(RowSize.NARROW);
  }

  private static DataState data(RowSize shape) {
    var data = new DataState();
    data.entities = ENTITIES;
    data.shape = shape;
    data.stores = "";
    data.prepare();
    return data;
  }

  private static KeyDraws draws() {
    var draws = new KeyDraws();
    draws.draw(DATA, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
    return draws;
  }

  private static Upserts upserts() {
    var upserts = new Upserts();
    upserts.prepare(DATA);
    return upserts;
  }

  private static Batches batches() {
    var batches = new Batches();
    batches.prepare(DATA);
    return batches;
  }
}
