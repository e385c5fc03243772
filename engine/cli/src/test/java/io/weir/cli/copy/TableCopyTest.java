package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.LoadProgress;
import io.weir.testkit.CoreTables;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The copy of one table in ranges. */
final class TableCopyTest {

  private static final TableName TABLE = new TableName("Copied");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final LoadProgress UNSEEN = new LoadProgress() {
    @Override
    public void advance(long count) {}

    @Override
    public void close() {}
  };

  private final ModelTableService source = new ModelTableService();
  private final CountingTarget target = new CountingTarget(new ModelTableService());

  @BeforeEach
  void create() {
    source.createTable(TABLE).block();
    target.createTable(TABLE).block();
  }

  @Test
  void severalWorkersCopyEachEntityOnce() {
    for (var partition = 0; partition < 300; partition++) {
      store("p" + partition, 10);
    }
    var ranges = new TableRanges(List.of());

    var copied = copy(ranges).run(4).block(PATIENCE);

    assertThat(copied).isEqualTo(300 * 10);
    assertThat(ranges.isDone()).isTrue();
    assertThat(target.writes)
        .hasSize(300 * 10)
        .allSatisfy((key, times) -> assertThat(times).hasValue(1));
    assertThat(contents(target)).isEqualTo(contents(source));
  }

  @Test
  void aRangeThatIsCopiedIsCutWhereBothPartsHavePartitions() {
    for (var partition = 0; partition < 300; partition++) {
      store("p" + partition, 1);
    }
    var ranges = new TableRanges(List.of());
    ranges.claim();
    var split = new RangeSplit(source, TABLE, ranges);

    for (var cut = 0; cut < 7; cut++) {
      assertThat(split.take().block(PATIENCE)).isEqualTo(cut + 1);
    }

    var sizes = ranges.all().stream()
        .map(
            range -> source.query(TABLE, Query.ALL.where(range.whole())).count().block())
        .toList();
    assertThat(sizes).hasSize(8).allSatisfy(size -> assertThat(size).isPositive());
    assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isEqualTo(300);
  }

  @Test
  void aRangeOfOnePartitionIsNotCut() {
    store("p", 3);
    var ranges = new TableRanges(List.of());
    ranges.claim();
    ranges.within(0, source.query(TABLE, Query.ALL).collectList().block());

    assertThat(new RangeSplit(source, TABLE, ranges).take().blockOptional(PATIENCE))
        .isEmpty();
  }

  @Test
  void aSinglePartitionIsOneRange() {
    store("p", 2_500);
    var ranges = new TableRanges(List.of());

    assertThat(copy(ranges).run(4).block(PATIENCE)).isEqualTo(2_500);

    assertThat(ranges.all()).hasSize(1);
    assertThat(contents(target)).isEqualTo(contents(source));
  }

  @Test
  void anEmptyTableIsCopied() {
    assertThat(copy(new TableRanges(List.of())).run(4).block(PATIENCE)).isZero();
  }

  /** At most the pages that were under way are stored twice. */
  @Test
  void aCopyThatFailedContinuesAtThePlacesOfItsRanges() {
    for (var partition = 0; partition < 200; partition++) {
      store("p" + partition, 25);
    }
    var first = new TableRanges(List.of());
    target.failsAfterBatches = 80;
    assertThatThrownBy(() -> copy(first).run(4).block(PATIENCE))
        .isInstanceOf(ServiceFailedException.class);
    target.failsAfterBatches = Integer.MAX_VALUE;
    var journal =
        first.all().stream().map(CopyRange::encode).map(CopyRange::decode).toList();

    var copied = copy(new TableRanges(journal)).run(4).block(PATIENCE);

    assertThat(contents(target)).isEqualTo(contents(source));
    assertThat(copied).isEqualTo(200 * 25);
    var twice = target.writes.values().stream().filter(times -> times.get() > 1).count();
    assertThat(twice).isLessThanOrEqualTo(4 * 1_000);
  }

  /** Keys of any lengths and units, with ranges cut at random while they are copied. */
  @Test
  void noEntityIsLeftOutWhateverTheKeysAre() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var i = 0; i < 1_000; i++) {
      var partition = new StringBuilder();
      for (var length = random.nextInt(4); length > 0; length--) {
        partition.append((char)
            (random.nextBoolean() ? 'a' + random.nextInt(4) : 0x100 + random.nextInt(0x5000)));
      }
      store(partition.toString(), "r" + random.nextInt(50));
    }

    copy(new TableRanges(List.of())).run(8).block(PATIENCE);

    assertThat(contents(target)).as("seed=%d", seed).isEqualTo(contents(source));
  }

  private TableCopy copy(TableRanges ranges) {
    return new TableCopy(
        new RemoteSource(source),
        new Loader(target, 2),
        TABLE,
        ranges,
        new CopyPace(0, Schedulers.parallel()),
        UNSEEN,
        Mono.empty());
  }

  private void store(String partition, int rows) {
    for (var row = 0; row < rows; row++) {
      store(partition, "r%05d".formatted(row));
    }
  }

  private void store(String partition, String row) {
    var entity = Entity.builder(partition, row).set("Text", partition + row).build();
    source.write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)).block();
  }

  private static Map<String, Map<?, ?>> contents(TableService tables) {
    var all = new HashMap<String, Map<?, ?>>();
    tables
        .query(TABLE, Query.ALL)
        .doOnNext(entity -> all.put(entity.key().toString(), entity.toMap()))
        .blockLast(PATIENCE);
    return all;
  }

  /** Answers on other threads, as a client does. */
  private static final class RemoteSource extends CoreTables {

    RemoteSource(TableService tables) {
      super(tables);
    }

    @Override
    public Mono<Page<Entity>> page(TableName table, Query query) {
      return super.page(table, query).subscribeOn(Schedulers.parallel());
    }
  }

  /** Counts the writes of each key. */
  private static final class CountingTarget extends CoreTables {

    final Map<String, AtomicInteger> writes = new ConcurrentHashMap<>();
    final AtomicInteger batches = new AtomicInteger();
    volatile int failsAfterBatches = Integer.MAX_VALUE;

    CountingTarget(TableService tables) {
      super(tables);
    }

    @Override
    public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
      if (batches.incrementAndGet() > failsAfterBatches) {
        return Mono.error(new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "scripted", null));
      }
      batch
          .writes()
          .forEach(write -> writes
              .computeIfAbsent(write.key().toString(), key -> new AtomicInteger())
              .incrementAndGet());
      return super.submit(table, batch);
    }
  }
}
