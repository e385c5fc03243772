package io.weir.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers of a range see each batch and each removal as a whole, or not at all. */
final class BatchAtomicityTest {

  private static final boolean TORTURE = Effort.isAtLeast(Effort.TORTURE);
  private static final int ROUNDS = TORTURE ? 20_000 : 300;

  /** Entities in a batch; with their padding they take a dozen pages. */
  private static final int ROWS = 50;

  private static final int PARTITIONS = 2;

  @TempDir
  Path folder;

  @Test
  void aReaderSeesAllOfABatchOrNothing() throws IOException {
    var seed = System.nanoTime();
    var options = StoreOptions.in(folder.resolve("store"))
        .withPartitionGroups(2)
        .withDurability(Durability.MEMORY);
    var threads = Executors.newFixedThreadPool(4);
    try (var store = TestStore.open(options)) {
      store.create();
      var writers = IntStream.range(0, 2)
          .mapToObj(writer -> CompletableFuture.runAsync(
              () -> write(store.tables(), new Random(seed + writer)), threads))
          .toList();
      var readers = IntStream.range(0, 2)
          .mapToObj(reader -> CompletableFuture.supplyAsync(
              () -> read(store.tables(), writers, new Random(seed - reader)), threads))
          .toList();

      writers.forEach(CompletableFuture::join);
      assertThat(readers.stream().mapToLong(CompletableFuture::join).sum())
          .as("reads that found entities, seed=%s", seed)
          .isPositive();
    } finally {
      threads.shutdown();
    }
  }

  private static void write(TableService tables, Random random) {
    for (var round = 0; round < ROUNDS; round++) {
      var partition = "p" + random.nextInt(PARTITIONS);
      if (random.nextInt(8) == 0) {
        var keys = FilterParser.parse("PartitionKey eq '" + partition + "'");
        tables.deleteRange(TestStore.TABLE, keys).block(TestStore.PATIENCE);
      } else {
        tables
            .submit(TestStore.TABLE, batch(partition, random.nextInt()))
            .block(TestStore.PATIENCE);
      }
    }
  }

  private static Batch batch(String partition, int number) {
    return new Batch(IntStream.range(0, ROWS)
        .mapToObj(row -> Entity.builder(partition, "%03d".formatted(row))
            .set("Batch", number)
            .set("Padding", new byte[1500])
            .build())
        .map(entity -> (Write) new Write.Upsert(entity, WriteMode.REPLACE))
        .toList());
  }

  /** Reads until the writers end. Returns the number of reads that found entities. */
  private static long read(
      TableService tables, List<CompletableFuture<Void>> writers, Random random) {
    var found = 0L;
    while (!writers.stream().allMatch(CompletableFuture::isDone)) {
      var ascending = Query.ALL.where(
          "PartitionKey eq 'p" + random.nextInt(PARTITIONS) + "' and Batch ge -9e18");
      var query = random.nextBoolean() ? ascending : ascending.descending();
      var page =
          tables.page(TestStore.TABLE, query).blockOptional(TestStore.PATIENCE).orElseThrow();
      var batches =
          page.items().stream().map(row -> row.getInt32("Batch")).distinct().count();
      assertThat(page.items()).hasSize(page.items().isEmpty() ? 0 : ROWS);
      assertThat(batches).isLessThanOrEqualTo(1);
      found += batches;
    }
    return found;
  }
}
