package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.JointCommit;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.store.StoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Joint commits over overlapping partitions, from many threads, beside single writes to the same
 * partitions. None of them waits for ever: each test ends only when one kind has finished its work
 * while the other kind goes on.
 */
class OverlappingJointCommitsTest {

  private static final TableName TABLE = new TableName("Overlapping");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int THREADS = 6;
  private static final int WRITES = 150;
  private static final int PARTITIONS = 12;

  @TempDir
  Path folder;

  private EmbeddedLoops loops;
  private Engine engine;
  private TableService tables;
  private final AtomicLong numbers = new AtomicLong();

  @BeforeEach
  void open() throws Exception {
    loops = EmbeddedLoops.start(2);
    engine = Engine.open(StoreOptions.in(folder).withSegmentBytes(16 << 20), loops.loops());
    tables = engine.account(AccountName.DEVELOPMENT);
    tables.createTable(TABLE).block(PATIENCE);
  }

  @AfterEach
  void close() throws Exception {
    engine.close();
    loops.close();
  }

  @Test
  void singleWritesFinishWhileJointCommitsGoOn() {
    var finished = new AtomicBoolean();
    var others = onThreads(random -> {
      while (!finished.get()) {
        commit(random);
      }
    });

    awaitAll(onThreads(random -> {
      for (var i = 0; i < WRITES; i++) {
        write(random);
      }
    }));
    finished.set(true);

    awaitAll(others);
  }

  @Test
  void jointCommitsFinishWhileSingleWritesAndOtherJointCommitsGoOn() {
    var finished = new AtomicBoolean();
    var others = onThreads(random -> {
      while (!finished.get()) {
        write(random);
      }
    });

    awaitAll(onThreads(random -> {
      for (var i = 0; i < WRITES; i++) {
        commit(random);
      }
    }));
    finished.set(true);

    awaitAll(others);
  }

  private interface Work {
    void with(Random random);
  }

  private static List<CompletableFuture<Void>> onThreads(Work work) {
    return IntStream.range(0, THREADS)
        .mapToObj(seed -> CompletableFuture.runAsync(
            () -> work.with(new Random(seed)), task -> new Thread(task, "writer-" + seed).start()))
        .toList();
  }

  private static void awaitAll(List<CompletableFuture<Void>> work) {
    Mono.fromFuture(CompletableFuture.allOf(work.toArray(CompletableFuture[]::new)))
        .block(PATIENCE);
  }

  /**
   * Inserts an entity into each of some partitions by one joint commit, and reads all of them as of
   * one moment.
   */
  private void commit(Random random) {
    var partitions = new ArrayList<>(IntStream.range(0, PARTITIONS).boxed().toList());
    Collections.shuffle(partitions, random);
    var row = "j" + numbers.incrementAndGet();
    var keys = partitions.subList(0, 2 + random.nextInt(PARTITIONS - 2)).stream()
        .map(partition -> new EntityKey("p" + partition, row))
        .toList();
    var results = retried(tables.commit(new JointCommit(keys.stream()
            .map(key -> TableWrite.of(TABLE, new Write.Insert(entity(key))))
            .toList())))
        .block(PATIENCE);
    assertThat(results).hasSameSizeAs(keys).allMatch(results.get(0)::equals);
    var read = tables
        .getAll(keys.stream().map(key -> new TableKey(TABLE, key)).toList())
        .block(PATIENCE);
    assertThat(read).hasSameSizeAs(keys).allMatch(found -> found.isPresent());
  }

  private void write(Random random) {
    var key = new EntityKey("p" + random.nextInt(PARTITIONS), "s" + random.nextInt(100));
    retried(tables.write(TABLE, new Write.Upsert(entity(key), WriteMode.REPLACE)))
        .block(PATIENCE);
  }

  private static <T> Mono<T> retried(Mono<T> write) {
    return write.retryWhen(Retry.backoff(100, Duration.ofMillis(1))
        .maxBackoff(Duration.ofMillis(20))
        .filter(ServiceBusyException.class::isInstance));
  }

  private static Entity entity(EntityKey key) {
    return Entity.builder(key.partitionKey(), key.rowKey()).build();
  }
}
