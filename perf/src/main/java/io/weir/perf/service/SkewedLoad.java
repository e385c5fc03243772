package io.weir.perf.service;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.balance.Balancing;
import io.weir.engine.balance.Placement;
import io.weir.engine.balance.StoreHeat;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.perf.workload.Zipf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Upserts into a store in memory, of which some shards receive many more than others. All shards
 * that receive most run on the first loop at the beginning.
 *
 * <p>Owner: the launcher's thread. Operations run on the loops.
 */
final class SkewedLoad implements AutoCloseable {

  static final int LOOPS = 2;
  private static final int SHARDS = 16;
  static final int IN_FLIGHT = 64;
  private static final int PARTITIONS_A_SHARD = 64;
  private static final int ROWS = 100;
  private static final int TRIED_PARTITIONS = 100_000;
  private static final TableName TABLE = new TableName("Skewed");

  private final EmbeddedLoops loops = EmbeddedLoops.start(LOOPS);
  private final Engine engine;
  private final TableService tables;

  /** Partitions of each shard, in the order of the shards' ranks: the first receives most. */
  private final List<List<String>> partitions;

  private final Zipf ranks = new Zipf(SHARDS);
  private final Recorder latencies = new Recorder(60_000_000_000L, 3);
  private final LongAdder done = new LongAdder();
  private volatile boolean closed;

  SkewedLoad(Path folder, Balancing balancing) throws IOException {
    engine = Engine.open(
        StoreOptions.in(folder)
            .withDurability(Durability.MEMORY)
            .withPartitionGroups(SHARDS)
            .withBalancing(balancing),
        loops.loops());
    tables = engine.account(AccountName.DEVELOPMENT);
    tables.createTable(TABLE).block();
    partitions = partitions();
    for (var each = 0; each < IN_FLIGHT; each++) {
      next(new SplittableRandom(each));
    }
  }

  /** The shards of the first loop come first, then those of the second. */
  private List<List<String>> partitions() {
    var id = Objects.requireNonNull(engine.store().catalog().find(AccountName.DEVELOPMENT, TABLE))
        .id();
    var found = new ArrayList<List<String>>();
    IntStream.range(0, SHARDS).forEach(shard -> found.add(new ArrayList<>()));
    for (var number = 0; number < TRIED_PARTITIONS; number++) {
      var partition = "p" + number;
      var key = TreeKeys.of(id, new EntityKey(partition, "").encoded());
      var ofShard = found.get(engine.store().groups().ofTreeKey(key));
      if (ofShard.size() < PARTITIONS_A_SHARD) {
        ofShard.add(partition);
      }
    }
    return IntStream.range(0, SHARDS)
        .boxed()
        .sorted(Comparator.comparing((Integer shard) -> shard % LOOPS))
        .map(found::get)
        .toList();
  }

  /** Makes a write, and after its answer the next one. Runs on the loop of the answer. */
  private void next(SplittableRandom random) {
    if (closed) {
      return;
    }
    var ofShard = partitions.get((int) ranks.rank(random));
    var entity = Entity.builder(
            ofShard.get(random.nextInt(ofShard.size())), "r" + random.nextInt(ROWS))
        .set("Number", random.nextInt())
        .set("Text", "the quick brown fox jumps over the lazy dog")
        .build();
    var beginNanos = System.nanoTime();
    tables
        .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
        .subscribe(
            stored -> {
              latencies.recordValue(System.nanoTime() - beginNanos);
              done.increment();
              next(random);
            },
            failure -> {
              throw new IllegalStateException("a write failed", failure);
            });
  }

  Placement placement() {
    return engine.store().placement();
  }

  StoreHeat heat() {
    return engine.store().load().heat();
  }

  /** Returns the number of writes so far. */
  long done() {
    return done.sum();
  }

  /** Returns the latencies since the last call, in nanoseconds. */
  Histogram latencies() {
    return latencies.getIntervalHistogram();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    engine.close();
    loops.close();
  }
}
