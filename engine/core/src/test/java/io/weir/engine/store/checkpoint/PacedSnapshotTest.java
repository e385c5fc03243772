package io.weir.engine.store.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.engine.disk.AllocatingDisk;
import io.weir.engine.disk.SpaceOnDisk;
import io.weir.engine.store.StoreEnvironment;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What ends the wait of a snapshot in a store: a log that grows, or a need for the snapshot's end.
 *
 * <p>The pace of the snapshot has a clock of its own. It moves at each reading that does not follow a pause. A snapshot that is ahead of the log
 * therefore waits without end; the test gives up after 20 seconds.
 */
@Timeout(60)
final class PacedSnapshotTest {

  private static final int MIB = 1 << 20;
  private static final int STORED = 16 * MIB;
  private static final int ROW_BYTES = MIB / 128;
  private static final int MANY_PAUSES = 100;
  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  @TempDir
  Path temporary;

  private final AllocatingDisk disk = new AllocatingDisk();
  private final AtomicInteger pauses = new AtomicInteger();

  /** Owner, as of the next: the work thread that writes the snapshot. */
  private long nanos;

  private boolean afterPause;
  private final long giveUp = System.nanoTime() + Duration.ofSeconds(20).toNanos();
  private volatile boolean gaveUp;

  private TestStore store;

  @BeforeEach
  void fillUntilASnapshotWaits() throws IOException {
    store = TestStore.open(
        StoreOptions.in(temporary.resolve("store"))
            .withPartitionGroups(1)
            .withCheckpointLogBytes(STORED - MIB),
        environment());
    store.create();
    store.fill("p", STORED / ROW_BYTES, ROW_BYTES);
    await(() -> pauses.get() > MANY_PAUSES);
    assertThat(store.engine().store().snapshotPosition()).as("unfinished").isZero();
  }

  @AfterEach
  void close() throws IOException {
    disk.leave(Long.MAX_VALUE);
    store.close();
    assertThat(gaveUp).as("the snapshot waited without end").isFalse();
  }

  @Test
  void aSnapshotWaitsUntilTheLogHasGrown() {
    var log = store.engine().store().log();
    var grown = -log.durablePosition();

    for (var row = 0; !isComplete(); row = (row + 1) % 10) {
      store.upsert(TestStore.entity("q", "row-" + row, 10_000));
    }

    grown += log.durablePosition();
    // It may grow by half of what made the snapshot due; some of it was written before.
    assertThat(grown).isBetween(STORED / 4L, STORED * 3L / 4);
  }

  @Test
  void anotherSnapshotThatIsWaitedForHurriesIt() throws IOException {
    store.engine().store().checkpoint();

    assertThat(isComplete()).isTrue();
  }

  @Test
  void aStopHurriesIt() throws IOException {
    store.restart();

    assertThat(isComplete()).isTrue();
  }

  @Test
  void aFullDiskHurriesIt() {
    disk.admit();
    disk.leave(100 * MIB); // page files leave 256 MiB free

    assertThatThrownBy(() -> store.fill("q", 1_000, ROW_BYTES))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("noSpace");

    await(this::isComplete);
  }

  private boolean isComplete() {
    return store.engine().store().snapshotPosition() > 0;
  }

  private StoreEnvironment environment() {
    var system = StoreEnvironment.SYSTEM;
    return new StoreEnvironment(
        SpaceOnDisk.of(disk),
        system.workThreads(),
        system.feedThreads(),
        system.startLog(),
        this::pause,
        this::nanoTime);
  }

  private void pause() {
    if (CALLERS.getCallerClass() == SnapshotPace.class) {
      afterPause = true;
      pauses.incrementAndGet();
    }
    Thread.onSpinWait();
  }

  private long nanoTime() {
    if (CALLERS.getCallerClass() != SnapshotPace.class) {
      return System.nanoTime();
    }
    if (System.nanoTime() > giveUp) {
      gaveUp = true;
    }
    if (gaveUp || !afterPause) {
      nanos++;
    }
    if (pauses.get() == 0) {
      store.upsert(TestStore.entity("r", "row", 1)); // a log that nobody writes is not waited for
    }
    afterPause = false;
    return nanos;
  }

  private void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waits without end").isLessThan(giveUp);
      Thread.onSpinWait();
    }
  }
}
