package io.weir.engine.store.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The room that a store keeps for its next snapshot. */
final class SnapshotRoomTest {

  private static final long MIB = 1 << 20;

  private final AtomicLong usable = new AtomicLong(1_000 * MIB);
  private final AtomicLong pages = new AtomicLong();
  private final SnapshotRoom room = new SnapshotRoom(usable::get);

  SnapshotRoomTest() {
    room.contains(pages::get);
  }

  @Test
  void theRoomIsThatOfThePagesAndALittleMore() {
    pages.set(100 * MIB);

    assertThat(room.bytes()).isBetween(106 * MIB, 108 * MIB);
  }

  @Test
  void aSnapshotThatWasLongerThanItsPagesTeachesTheNextEstimate() {
    pages.set(100 * MIB);
    room.wrote(200 * MIB, 100 * MIB);

    assertThat(room.bytes()).isBetween(200 * MIB, 202 * MIB);
  }

  @Test
  void pagesThatAreFreedDuringASnapshotDoNotRaiseTheEstimate() {
    pages.set(1 * MIB); // 100 MiB when the snapshot began
    room.wrote(100 * MIB, 100 * MIB);
    pages.set(100 * MIB);

    assertThat(room.bytes()).isLessThan(108 * MIB);
  }

  @Test
  void pageFilesOfASmallStoreAreNotLimitedByIt() throws IOException {
    pages.set(100 * MIB);

    assertThat(room.usableBytes()).isEqualTo(1_000 * MIB);
  }

  @Test
  void pageFilesLeaveWhatALargeSnapshotNeedsBeyond128MiB() throws IOException {
    pages.set(400 * MIB);

    assertThat(room.usableBytes()).isBetween(700 * MIB, 704 * MIB);
  }

  @Test
  void theRoomIsFreeWhileTheDiskHasIt() throws IOException {
    pages.set(400 * MIB);
    assertThat(room.isFree()).isTrue();

    usable.set(400 * MIB);

    assertThat(room.isFree()).isFalse();
  }
}
