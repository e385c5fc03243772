package io.weir.engine.store.recovery;

import io.weir.engine.log.LogVisitor;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.record.LogRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Distributes the records of a log to their shards, which apply them on work threads.
 *
 * <p>A record of several shards is split. The records of a shard are applied in the order of the log, and shards do not wait for each other.
 * When {@value #MOST_BATCHES} batches wait, the reader waits.
 *
 * <p>Owner: the thread that reads the log.
 */
public final class LogHandover implements LogVisitor {

  private static final int MOST_BATCHES = 64;
  private static final int BATCH_BYTES = 256 << 10;

  private final PartitionGroups groups;
  private final List<ShardRecovery> shards;
  private final Executor workThreads;
  private final Runnable pause;
  private final List<Batch> filling;
  private final List<CompletableFuture<Void>> applied;

  /** Batches that are not applied. The reader increments it, the work threads decrement it. */
  private final AtomicInteger waiting = new AtomicInteger();

  private static final class Batch {
    private final List<byte[]> records = new ArrayList<>();
    private int bytes;
  }

  public LogHandover(List<ShardRecovery> shards, Executor workThreads, Runnable pause) {
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
    LogRecord.forEachGroup(record, groups, this::add);
  }

  private void add(int shard, byte[] record) {
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

  /** Waits until all records are in the trees. Fails with the failure of the first record that could not be applied. */
  public void finish() {
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
