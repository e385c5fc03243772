package io.weir.engine.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Seeds;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The power of the archive's disk fails at any operation. */
final class ArchiveCrashProperties extends ArchivedStore {

  private static final Seeds SEEDS = Seeds.of(1, 2, 20);

  /** Every operation is cut in some run of the day's seeds; the profile torture cuts all. */
  private static final int STEP = Effort.choose(24, 4, 1);

  @Override
  ArchiveOptions options() {
    return new ArchiveOptions(
        Duration.ofSeconds(2), Duration.ofMinutes(10), Duration.ofMinutes(15), 2, 1L << 30);
  }

  @Test
  void theArchiveRestoresWhatItHadAtItsLastSuccessOrLater() {
    SEEDS.forEach(seed -> {
      var cuts = 0;
      var operation = 1 + new Random(seed).nextInt(STEP);
      while (isCut(seed, operation)) {
        operation += STEP;
        cuts++;
      }
      assertThat(cuts).isGreaterThan(100 / STEP);
    });
  }

  /** Returns false if all was done before the operation. */
  private boolean isCut(long seed, int operation) throws IOException {
    disk = new SimulatedDisk(seed + operation);
    archive(disk.root(), options());
    base();
    write("first", 50);
    shipping.round();
    var success = new Instant[] {now()};
    disk.cutPowerAtOperation(operation);
    var life = disk.root();
    try {
      live(success);
    } catch (SimulatedDisk.Stopped e) {
      assertThat(disk.isDead(life)).isTrue();
    }
    if (!disk.isDead(life)) {
      return false;
    }
    var restored = restored();
    assertThat(history.tailMap(history.floorKey(success[0]), true).values())
        .as("operation=%d", operation)
        .contains(restored);
    assertThat(restored(success[0])).isEqualTo(at(success[0]));
    goesOn();
    return true;
  }

  /** Ships pieces that take the place of others, adds bases, and deletes old ones. */
  private void live(Instant[] success) throws IOException {
    for (var round = 0; round < 3; round++) {
      for (var row = 0; row < 3; row++) {
        write("row" + round + row, 9_000);
        shipping.round();
        success[0] = now();
      }
      pass(options().baseEvery());
      bases.round();
      shipping.round();
      success[0] = now();
    }
  }

  /** The next process completes the archive, and leaves no rest of the last one. */
  private void goesOn() throws IOException {
    archive(disk.root(), options());
    write("last", 10);
    shipping.round();
    base();

    assertThat(status().gaps()).isZero();
    assertThat(restored()).isEqualTo(last());
    assertThat(disk.root().list()).noneMatch(name -> name.endsWith(".unfinished"));
    assertThat(disk.root().folder("log").list())
        .allMatch(name -> Piece.named(name).isPresent());
  }
}
