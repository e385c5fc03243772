package io.weir.perf.engine.alone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.perf.engine.BesideLoadBenchmark;
import io.weir.perf.engine.DataState;
import io.weir.perf.engine.LoadBeside;
import io.weir.perf.engine.MixedOperations;
import io.weir.perf.engine.Stopwatch;
import io.weir.perf.engine.WeirState;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.IndexedProperties;
import io.weir.perf.workload.RowSize;
import io.weir.testkit.CoreTables;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.infra.ThreadParams;
import reactor.core.publisher.Mono;

/** The benchmarks of indexes work as documented, on few entities and without measuring. */
final class IndexBenchmarksTest {

  private static final int ENTITIES = 1_500;

  private final Stopwatch watch = new Stopwatch();

  @Test
  void entitiesAreFoundByIndexAndIndexesAreFilled() throws IOException {
    var data = data(RowSize.INDEXED5);
    var weir = new WeirState();
    try {
      weir.open(data);
    } catch (TableServiceException refused) {
      if (refused.code() == ErrorCode.NOT_IMPLEMENTED) {
        abort("the engine has no indexes");
      }
      throw refused;
    }

    requireIndexBenchmarks(weir, data);
    weir.close();
  }

  @Test
  @Tag(Effort.THOROUGHLY)
  void benchmarksOfIndexesReadWholeGroupsAndRanges() {
    var weir = new WeirState();
    weir.tables = new QuickIndexes(new DataSet(ENTITIES, RowSize.INDEXED5));

    requireIndexBenchmarks(weir, data(RowSize.INDEXED5));
  }

  @Test
  @Timeout(60)
  void anIndexIsFilledAgainAndAgainBesideOperations() {
    var data = data(RowSize.INDEXED0);
    var indexes = new QuickIndexes(new DataSet(ENTITIES, RowSize.INDEXED0));
    var weir = new WeirState();
    weir.tables = indexes;
    var operations = new MixedOperations();
    operations.draw(data);
    var disturbance = new LoadBeside();
    disturbance.beside = LoadBeside.Kind.LOAD;
    var schedule = new BesideLoadBenchmark.Schedule();
    schedule.begin();

    while (indexes.dropped.get() < 2) {
      new BesideBackfillBenchmark().weir(weir, operations, disturbance, schedule);
    }
    weir.endUse();

    assertThat(indexes.declared).isEmpty();
  }

  private void requireIndexBenchmarks(WeirState weir, DataState data) {
    var draws = new IndexDraws();
    draws.draw(data, new ThreadParams(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));

    assertThat(new IndexEqBenchmark().weir(weir, draws, watch)).isPositive();
    assertThat(new IndexRangeBenchmark().weir(weir, draws, watch)).isPositive();
    new BackfillBenchmark().weir(weir);
    new BackfillBenchmark().weir(weir);
  }

  /** A loaded service in memory whose indexes are readable at once. */
  private static final class QuickIndexes extends CoreTables {

    private final Queue<IndexDefinition> declared = new ConcurrentLinkedQueue<>();
    private final AtomicInteger dropped = new AtomicInteger();

    QuickIndexes(DataSet set) {
      this(set, new ModelTableService());
    }

    private QuickIndexes(DataSet set, ModelTableService model) {
      super(model);
      createTable(DataSet.TABLE).block();
      IndexedProperties.indexes(5)
          .forEach(index -> model.createIndex(DataSet.TABLE, index).block());
      for (var number = 0; number < set.entities(); number++) {
        write(DataSet.TABLE, new Write.Upsert(set.entity(number), WriteMode.REPLACE))
            .block();
      }
    }

    @Override
    public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
      return Mono.fromRunnable(() -> declared.add(definition));
    }

    @Override
    public Mono<List<IndexStatus>> indexes(TableName table) {
      return Mono.fromSupplier(() -> declared.stream()
          .map(one -> new IndexStatus(one, IndexState.READABLE, 1, 0, 0))
          .toList());
    }

    @Override
    public Mono<Void> dropIndex(TableName table, IndexName index) {
      return Mono.fromRunnable(() -> {
        declared.removeIf(one -> one.name().equals(index));
        dropped.incrementAndGet();
      });
    }
  }

  private static DataState data(RowSize shape) {
    var data = new DataState();
    data.entities = ENTITIES;
    data.shape = shape;
    data.stores = "";
    data.prepare();
    return data;
  }
}
