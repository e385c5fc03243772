package io.weir.engine.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.TestStore;
import io.weir.engine.catalog.Consumers;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.log.LogSlices;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The segments of the log that are kept for change feeds only, over a store on disk. */
final class LogRetentionTest {

  private static final int SEGMENT_BYTES = 64 << 10;

  /** The first frame of a segment begins after its header. */
  private static final int FIRST_FRAME_AT = 4096;

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder)
        .withSegmentBytes(SEGMENT_BYTES)
        .withRetention(new Retention(Duration.ofDays(1), 1 << 20)));
    store.create();
    store.fill("p", 2_400, 300);
    store.engine().store().checkpoint();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void segmentsAreKeptUpToTheirBytes() throws IOException {
    assertThat(segments()).hasSizeGreaterThan(8);

    store.fill("q", 6_000, 300);
    store.engine().store().checkpoint();

    assertThat(store.engine().store().feedUse().keptBytes())
        .isBetween((1L << 20) - 2 * SEGMENT_BYTES, (1L << 20) + 2 * SEGMENT_BYTES);
  }

  @Test
  void aSegmentThatCannotBeReadDoesNotHoldACheckpointUp() throws IOException {
    var damaged = segments().get(4);
    var bytes = Files.readAllBytes(damaged);
    bytes[FIRST_FRAME_AT + 30] ^= 1;
    Files.write(damaged, bytes);
    store.fill("q", 20, 300);
    var before = store.engine().store().checkpointPosition();

    store.engine().store().checkpoint();

    assertThat(store.engine().store().checkpointPosition()).isGreaterThan(before);
    assertThat(store.engine().store().health().failedCheckpoints()).isZero();
    assertThat(segments()).startsWith(damaged).hasSizeGreaterThan(3);
  }

  @Test
  void filesForLaterSegmentsAreGivenUpBeforeSegmentsThatAConsumerMayRead() throws IOException {
    store.fill("q", 6_000, 300);
    store.engine().store().checkpoint();
    assertThat(filesForLaterSegments()).isNotEmpty();
    var kept = segments();
    var retention = retention();

    while (!filesForLaterSegments().isEmpty()) {
      assertThat(retention.giveUp()).isTrue();
      assertThat(segments()).isEqualTo(kept);
    }
    assertThat(retention.giveUp()).isTrue();

    assertThat(segments()).isEqualTo(kept.subList(1, kept.size()));
    assertThat(filesForLaterSegments()).as("the disk gets the bytes").isEmpty();
  }

  @Test
  void theLogIsKeptFromTheLastCheckpoint() throws IOException {
    store.fill("q", 2_400, 300);
    store.engine().store().checkpoint();
    var checkpoint = store.engine().store().checkpointPosition() - 10 * SEGMENT_BYTES;
    var retention = retention(Retention.NONE, checkpoint);

    retention.trim();
    assertThat(retention.first()).isBetween(checkpoint - 2 * SEGMENT_BYTES, checkpoint);
    while (retention.giveUp()) {}
    assertThat(retention.first()).as("given up").isLessThanOrEqualTo(checkpoint);

    retention.needs(checkpoint + 8 * SEGMENT_BYTES);
    assertThat(retention.first()).isGreaterThan(checkpoint + 5 * SEGMENT_BYTES);
  }

  private LogRetention retention() throws IOException {
    return retention(
        new Retention(Duration.ofDays(1), 1 << 20), store.engine().store().checkpointPosition());
  }

  /** Returns the retention of a store without consumers, over the open log. */
  private LogRetention retention(Retention limits, long needed) throws IOException {
    var opened = store.engine().store();
    return new LogRetention(
        opened.log(),
        new LogSlices(FolderOnDisk.in(folder.resolve("log")), new UUID(0, 0)),
        limits,
        new Consumers(),
        Clock.systemUTC(),
        Runnable::run,
        needed);
  }

  private List<Path> segments() throws IOException {
    return files(".log");
  }

  private List<Path> filesForLaterSegments() throws IOException {
    return files(".old");
  }

  private List<Path> files(String suffix) throws IOException {
    try (var files = Files.list(folder.resolve("log"))) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }
}
