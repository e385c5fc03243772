package io.weir.engine.store;

import io.weir.engine.log.LogVisitor;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.shard.LogRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Hands the records of a log that is being read to the shards they belong to, which apply them on work threads.
 *
 * <p>Records of a shard are applied one after another, in the order of the log; shards do not wait for each other. A record holds
 * changes of one shard. At most {@value #MOST_BATCHES} batches wait; then the reader does.
 *
 * <p>Owner: the thread that reads the log.
 */
final class LogHandover implements LogVisitor {

  private static final int MOST_BATCHES = 64;
  private static final int BATCH_BYTES = 256 << 10;

  private final PartitionGroups groups;
  private final List<ShardRecovery> shards;
  private final Executor workThreads;
  private final Runnable pause;
  private final List<Batch> filling;
  private final List<CompletableFuture<Void>> applied;

  /** Counted up by the reader, down by the work threads. */
  private final AtomicInteger waiting = new AtomicInteger();

  private static final class Batch {
    private final List<byte[]> records = new ArrayList<>();
    private int bytes;
  }

  LogHandover(List<ShardRecovery> shards, Executor workThreads, Runnable pause) {
    this.groups = new PartitionGroups(shards.size());
    this.shards = shards;
    this.workThreads = workThreads;
    this.pause = pause;
    this.filling = new ArrayList<>(shards.stream().map(shard -> new Batch()).toList());
    this.applied = new ArrayList<>(shards.stream()
        .map(shard -> CompletableFuture.<Void>completedFuture(null))
        .toList());
  }

  @Override
  public void record(long position, long sequence, ByteBuffer payload) {
    var record = new byte[payload.remaining()];
    payload.duplicate().get(record);
    var shard = LogRecord.partitionGroup(record, groups);
    var batch = filling.get(shard);
    batch.records.add(record);
    batch.bytes += record.length;
    if (batch.bytes >= BATCH_BYTES) {
      handOver(shard);
    }
  }

  private void handOver(int shard) {
    while (waiting.get() >= MOST_BATCHES) {
      pause.run();
    }
    waiting.incrementAndGet();
    var batch = filling.set(shard, new Batch());
    applied.set(
        shard,
        applied
            .get(shard)
            .thenRunAsync(() -> shards.get(shard).apply(batch.records), workThreads)
            .whenComplete((done, failure) -> waiting.decrementAndGet()));
  }

  /** Returns when all records are in the trees; fails as the first that could not be applied. */
  void finish() {
    var ends = IntStream.range(0, shards.size())
        .mapToObj(shard -> {
          handOver(shard);
          return applied.get(shard).thenRunAsync(() -> shards.get(shard).finish(), workThreads);
        })
        .toList();
    while (!ends.stream().allMatch(CompletableFuture::isDone)) {
      pause.run();
    }
    ends.forEach(CompletableFuture::join);
  }
}
