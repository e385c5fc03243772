package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.TestStore;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * The disk holds each entity once, in the pages, besides what was logged since the last checkpoint.
 */
final class DiskOnceTest extends StoreInFolder {

  private static final int ENTITIES = 24_000;
  private static final int VALUE_BYTES = 1_000;
  private static final double MOST_BYTES_A_USER_BYTE = 1.7;
  private static final double MOST_BYTES_A_USER_BYTE_OVERWRITTEN = 2.5;

  /**
   * Each overwrite makes a page of 8 KiB wait: 8 MB are more than an eighth of the pages, and the
   * log grows by a megabyte.
   */
  private static final int OVERWRITES = 1_000;

  private static final int SLICES = 8;

  @Test
  void allFilesTakeAtMostOneAndSevenTenthsOfWideEntities() throws IOException {
    try (var store = TestStore.open(
        options().withPartitionGroups(1).withSegmentBytes(1 << 20).withRetention(Retention.NONE))) {
      store.create();
      for (var partition = 0; partition < 8; partition++) {
        store.fill("p" + partition, ENTITIES / 8, VALUE_BYTES);
        store.engine().store().checkpoint();
      }

      var bytes = store.engine().store().pages(0).diskBytes() + otherBytes();

      assertThat((double) bytes / (ENTITIES * (long) VALUE_BYTES))
          .as(
              "bytes of all files for each byte of the values pages=%s other=%d",
              store.engine().store().pages(0), otherBytes())
          .isBetween(1.0, MOST_BYTES_A_USER_BYTE);
      assertThat(folder).isDirectoryNotContaining("glob:**snapshot-*");
    }
  }

  @Test
  void randomOverwritingOfASmallStoreDoesNotMultiplyIt() throws IOException {
    try (var store = TestStore.open(options()
        .withPartitionGroups(1)
        .withSegmentBytes(1 << 20)
        .withCheckpointLogBytes(8 << 20)
        .withRetention(Retention.NONE))) {
      store.create();
      store.fill("p", ENTITIES, VALUE_BYTES);
      var random = new Random(1);
      for (var slice = 0; slice < SLICES; slice++) {
        store.engine().store().checkpoint();
        var before = store.engine().store().checkpointPosition();
        random
            .ints(OVERWRITES, 0, ENTITIES)
            .forEach(row ->
                store.upsert(TestStore.entity("p", String.format("%08d", row), VALUE_BYTES)));
        awaitCheckpointAfter(before, store);
      }

      var bytes = store.engine().store().pages(0).diskBytes() + otherBytes();

      assertThat((double) bytes / (ENTITIES * (long) VALUE_BYTES))
          .as(
              "bytes of all files for each byte of the values pages=%s other=%d",
              store.engine().store().pages(0), otherBytes())
          .isBetween(1.0, MOST_BYTES_A_USER_BYTE_OVERWRITTEN);
    }
  }

  /** Waits for a checkpoint that is due because of the places that wait, long before the log is. */
  private static void awaitCheckpointAfter(long position, TestStore store) {
    Mono.fromSupplier(() -> store.engine().store().checkpointPosition())
        .filter(reached -> reached > position)
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(Duration.ofSeconds(30));
  }

  /** Returns the bytes of all files except page files, which are sparse. */
  private long otherBytes() throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.startsWith(folder.resolve("pages")))
          .mapToLong(DiskOnceTest::size)
          .sum();
    }
  }

  private static long size(Path file) {
    return file.toFile().length();
  }
}
