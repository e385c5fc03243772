package io.weir.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.infra.ThreadParams;
import org.rocksdb.RocksDBException;

/** Each benchmark does what it says, on little data: nothing is measured. */
final class BenchmarksTest {

  private static final int ENTITIES = 1_500;

  private final DataState data = data();
  private final Dice dice = dice();

  @Test
  void bothStoresReadTheSameEntityButForItsTimestamp() throws IOException, RocksDBException {
    var weir = open(new WeirState());
    var rocks = rocks();
    var benchmark = new PointReadBenchmark();

    var ours = benchmark.weir(weir, data, dice());
    var theirs = benchmark.rocksdb(reading(rocks), data, dice());

    assertThat(ours).isNotNull();
    assertThat(theirs).isEqualTo(ours.withTimestamp(1));
    weir.close();
    rocks.close();
  }

  @Test
  void bothStoresScanTheSameRange() throws IOException, RocksDBException {
    var weir = open(new WeirState());
    var rocks = rocks();
    var benchmark = new RangeScanBenchmark();

    assertThat(benchmark.weir(weir, data, dice()))
        .isEqualTo(benchmark.rocksdb(reading(rocks), data, dice()));
    weir.close();
    rocks.close();
  }

  @Test
  void upsertsReplaceWhatWasLoaded() throws IOException, RocksDBException {
    var weir = open(new WeirState());
    var rocks = rocks();
    var upserts = upserts();
    var written = upserts().next();

    new UpsertBenchmark().weir(weir, upserts);
    new UpsertBenchmark().rocksdb(rocks, upserts());

    assertThat(weir.tables.get(DataSet.TABLE, written.key()).block())
        .satisfies(stored -> assertThat(stored.toMap()).isEqualTo(written.toMap()));
    assertThat(reading(rocks).reader.get(written.key())).isEqualTo(written.withTimestamp(1));
    weir.close();
    rocks.close();
  }

  @Test
  void forcedUpsertsReplaceWhatWasLoaded() throws IOException, RocksDBException {
    var weir = new WeirState.Forced();
    weir.open(data);
    var rocks = rocks();
    var written = upserts().next();

    new ForcedUpsertBenchmark().weir(weir, upserts());
    new ForcedUpsertBenchmark().rocksdb(rocks, upserts());

    assertThat(weir.tables.get(DataSet.TABLE, written.key()).block())
        .satisfies(stored -> assertThat(stored.toMap()).isEqualTo(written.toMap()));
    assertThat(reading(rocks).reader.get(written.key())).isEqualTo(written.withTimestamp(1));
    weir.close();
    rocks.close();
  }

  @Test
  void rangesLieWithinTheirPartition() {
    var uneven = new DataSet(DataSet.PARTITION_ROWS + 10);
    for (var i = 0; i < 1_000; i++) {
      var start = uneven.rangeStart(dice.random());
      assertThat(start).isBetween(0, DataSet.PARTITION_ROWS - DataSet.RANGE_ROWS);
    }
  }

  private static DataState data() {
    var data = new DataState();
    data.entities = ENTITIES;
    data.prepare();
    return data;
  }

  private static Dice dice() {
    var dice = new Dice();
    dice.seed(new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
    return dice;
  }

  private WeirState open(WeirState weir) throws IOException {
    weir.open(data);
    return weir;
  }

  private RocksState rocks() throws IOException, RocksDBException {
    var rocks = new RocksState();
    rocks.open(data);
    return rocks;
  }

  private static RocksState.Reading reading(RocksState rocks) {
    var reading = new RocksState.Reading();
    reading.open(rocks);
    return reading;
  }

  private Upserts upserts() {
    var upserts = new Upserts();
    upserts.prepare(data);
    return upserts;
  }
}
