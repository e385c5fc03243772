package io.weir.engine.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The room that a store keeps for its next checkpoint. */
final class CheckpointRoomTest {

  private static final long MIB = 1 << 20;

  private final AtomicLong usable = new AtomicLong(1_000 * MIB);
  private final AtomicLong pages = new AtomicLong();
  private final AtomicLong directories = new AtomicLong();
  private final CheckpointRoom room = new CheckpointRoom(usable::get);

  CheckpointRoomTest() {
    room.contains(pages::get, directories::get);
  }

  @Test
  void theRoomIsAPartOfThePages() {
    pages.set(640 * MIB);

    assertThat(room.bytes()).isBetween(10 * MIB, 11 * MIB);
  }

  @Test
  void directoriesThatAreLongerNeedTheirLengthOnceMore() {
    pages.set(640 * MIB);
    directories.set(100 * MIB);

    assertThat(room.bytes()).isBetween(100 * MIB, 101 * MIB);
  }

  @Test
  void pageFilesOfASmallStoreAreNotLimitedByIt() throws IOException {
    pages.set(100 * MIB);

    assertThat(room.usableBytes()).isEqualTo(1_000 * MIB);
  }

  @Test
  void pageFilesAreNotLimitedBeforeTheStoreServes() throws IOException {
    usable.set(0);

    assertThat(new CheckpointRoom(usable::get).usableBytes()).isEqualTo(Long.MAX_VALUE);
    assertThat(room.usableBytes()).isZero();
  }

  @Test
  void pageFilesLeaveWhatALargeCheckpointNeedsBeyond128MiB() throws IOException {
    directories.set(428 * MIB);

    assertThat(room.usableBytes()).isBetween(699 * MIB, 700 * MIB);
  }
}
