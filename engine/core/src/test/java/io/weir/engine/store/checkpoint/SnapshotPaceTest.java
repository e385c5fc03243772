package io.weir.engine.store.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long a snapshot waits for the log. Each piece takes 10 ns here, each pause 1 ns. */
final class SnapshotPaceTest {

  private static final int MIB = 1 << 20;
  private static final int PIECE_NANOS = 10;

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong logged = new AtomicLong(1_000);
  private final AtomicBoolean awaited = new AtomicBoolean();
  private Runnable whilePausing = () -> {};

  private final SnapshotPace pace =
      new SnapshotPace(logged::get, 100L * MIB, 50L * MIB, nanos::get, this::pause, awaited::get);

  @Test
  void aSnapshotAheadOfTheLogWaitsFourTimesAsLongAsAPieceTook() {
    assertThat(nanosOfPiece(1)).isEqualTo(5 * PIECE_NANOS);
    assertThat(nanosOfPiece(1)).isEqualTo(5 * PIECE_NANOS);
  }

  @Test
  void aSnapshotWaitsNoLongerThanUntilTheLogHasGrownByTheSameShare() {
    whilePausing = () -> {
      if (nanos.get() == PIECE_NANOS + 7) {
        logged.addAndGet(MIB / 2); // 1 % of what it may grow; the piece is 1 % of the snapshot
      }
    };

    assertThat(nanosOfPiece(1)).isEqualTo(PIECE_NANOS + 7);
  }

  @Test
  void aSnapshotAfterTheLogDoesNotWait() {
    assertThat(nanosOfPiece(10 * MIB)).isEqualTo(PIECE_NANOS);
    assertThat(nanosOfPiece(1)).isEqualTo(PIECE_NANOS);
  }

  @Test
  void aSnapshotDoesNotWaitForALogThatNobodyWrites() {
    assertThat(nanosOfPiece(0)).isEqualTo(PIECE_NANOS);
    assertThat(nanosOfPiece(1)).isEqualTo(5 * PIECE_NANOS);
    assertThat(nanosOfPiece(0)).isEqualTo(PIECE_NANOS);
  }

  @Test
  void aSnapshotDoesNotWaitWhenItsEndIsAwaited() {
    whilePausing = () -> awaited.set(nanos.get() == PIECE_NANOS + 3);

    assertThat(nanosOfPiece(1)).isEqualTo(PIECE_NANOS + 3);
  }

  @Test
  void aPieceIsAMebibyteOfKeysAndStoredForms() throws IOException {
    var passed = new ArrayList<Integer>();
    logged.incrementAndGet();

    pace.slowed(sink -> {
          for (var entry = 0; entry < 3; entry++) {
            nanos.addAndGet(PIECE_NANOS);
            sink.entry(ByteBuffer.allocate(MIB / 4), ByteBuffer.allocate(MIB / 4));
          }
          return 7;
        })
        .writeTo((key, stored) -> passed.add(key.remaining() + stored.remaining()));

    assertThat(passed).containsExactly(MIB / 2, MIB / 2, MIB / 2);
    assertThat(nanos.get())
        .as("two entries are the first piece")
        .isEqualTo(2 * PIECE_NANOS * 5 + PIECE_NANOS);
  }

  private long nanosOfPiece(long grown) {
    var begun = nanos.get();
    nanos.addAndGet(PIECE_NANOS);
    logged.addAndGet(grown);
    pace.wrote(MIB);
    return nanos.get() - begun;
  }

  private void pause() {
    nanos.incrementAndGet();
    whilePausing.run();
  }
}
