package io.weir.engine.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.Seeds;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.disk.WatchedFolder;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** An archive restores what the store had at a moment. */
final class ArchiveRestoreTest extends ArchivedStore {

  private static final Seeds SEEDS = Seeds.of(1, 4, 100);
  private static final int RESTORES = Effort.choose(6, 10, 20);

  @Test
  void aRestoreAtRandomSecondsGivesWhatTheStoreHadThen() {
    SEEDS.forEach(seed -> {
      var random = new Random(seed);
      disk = new SimulatedDisk(seed);
      archive(disk.root(), options());
      base();
      for (var act = 0; act < 150; act++) {
        act(random);
      }
      shipping.round();

      var all = restorable();
      var earliest = all.get(all.size() - 1).manifest().points().earliestTime();
      var seconds = (int) Duration.between(earliest, now()).toSeconds();
      assertThat(status().gaps()).isZero();
      assertThat(seconds).isPositive();
      for (var restore = 0; restore < RESTORES; restore++) {
        var time = earliest.plusSeconds(random.nextInt(seconds + 1));
        assertThat(restored(time)).as("seed=%d time=%s", seed, time).isEqualTo(at(time));
      }
      assertThat(restored()).isEqualTo(last());
    });
  }

  private void act(Random random) throws IOException {
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> shipping.round();
      case 3 -> base();
      case 4 -> store.engine().store().checkpoint();
      case 5 -> pass(Duration.ofSeconds(random.nextInt(20)));
      case 6 -> restart();
      default -> write("row" + random.nextInt(30), 1 + random.nextInt(6_000));
    }
  }

  /** Stops the service in good order, and starts it again. */
  private void restart() throws IOException {
    shipping.round();
    store.restart();
    archive(disk.root(), options());
    shipping.round();
  }

  @Test
  void theMomentIsInclusive() throws IOException {
    base();
    write("one", 1);
    write("two", 2);
    shipping.round();

    assertThat(restored(now())).containsOnlyKeys("one", "two");
    assertThat(restored(now().minusNanos(100))).containsOnlyKeys("one");
  }

  @Test
  void momentsOutsideAreRefusedAndTheRangeIsTold() throws IOException {
    write("early", 1);
    base();
    write("one", 1);
    shipping.round();
    var earliest = restorable().get(0).manifest().points().earliestTime();

    assertThat(restored(earliest)).containsOnlyKeys("early");
    assertThatThrownBy(() -> restored(earliest.minusNanos(100)))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("from " + earliest + " to " + now());
    assertThat(restored(now())).containsOnlyKeys("early", "one");
    assertThatThrownBy(() -> restored(now().plusNanos(100)))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("restores any moment");
  }

  @Test
  void aMomentWithoutWritesIsRestoredOnceTheArchiveHasReachedIt() throws IOException {
    base();
    write("one", 1);
    shipping.round();
    pass(Duration.ofSeconds(30));
    assertThatThrownBy(() -> restored(now())).isInstanceOf(BackupRefused.class);

    shipping.round();

    assertThat(restored(now())).containsOnlyKeys("one");
  }

  @Test
  void anArchiveWithoutABaseRestoresNothing() throws IOException {
    write("one", 1);
    shipping.round();

    assertThatThrownBy(this::restored)
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("no complete base yet");
  }

  @Test
  void aDamagedBaseIsReplacedByAnEarlierOneAndMoreOfTheLog() throws IOException {
    base();
    write("one", 1);
    base();
    write("two", 2);
    shipping.round();
    var newest = bases().get(0).name();
    disk.bytes(newest + "/leaves")[20] ^= 1;
    disk.settle();

    assertThat(restored()).isEqualTo(last());
    assertThat(restored(now())).isEqualTo(last());
  }

  @Test
  void aDamagedPieceIsFound() throws IOException {
    base();
    write("one", 1_000);
    shipping.round();
    var last = pieces().get(pieces().size() - 1);
    disk.bytes("log/" + last.file())[5_000] ^= 1;
    disk.settle();

    assertThatThrownBy(this::restored)
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("The archive is damaged")
        .hasMessageContaining("weir check");
  }

  /** The archive tells how far it reaches, and the pieces that reach there come before that. */
  @Test
  void theEndIsRestoredWhilePiecesCome() throws IOException {
    base();
    write("one", 1_000);
    shipping.round();
    var come = new int[1];
    var busy = WatchedFolder.of(disk.root(), operation -> {
      if (operation.equals("openToRead") && come[0] < 3) {
        write("more" + come[0]++, 200);
        shipping.round();
      }
    });

    assertThat(restored(busy, new RestorePoint.End())).isIn(history.values());
    assertThat(come[0]).isEqualTo(3);
  }

  /** Retention deletes what is too old, also while somebody reads it. */
  @Test
  void aBaseThatIsDeletedMeanwhileIsNotCalledDamaged() throws IOException {
    base();
    var early = now().minusSeconds(1);
    var first = new ArchiveFolder(disk.root()).bases().get(0);
    write("one", 1_000);
    base();
    var gone = new boolean[1];
    var busy = WatchedFolder.of(disk.root(), operation -> {
      if (operation.equals("folder") && !gone[0]) {
        gone[0] = true;
        new ArchiveFolder(disk.root()).delete(List.of(first));
      }
    });

    assertThatThrownBy(() -> restored(busy, new RestorePoint.Time(early)))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("The archive restores any moment from ");
  }

  /** The service replaces short pieces by longer ones, between any two looks of a restore. */
  @Test
  void piecesThatAreReplacedDuringARestoreAreReadFromTheLongerOnes() throws IOException {
    base();
    for (var row = 0; row < 12; row++) {
      write("row" + row, 300);
      shipping.round();
    }
    var time = now().minusSeconds(1);
    var before = new ArchiveFolder(disk.root()).pieces();
    var opened = new int[1];
    var busy = WatchedFolder.of(disk.root(), operation -> {
      if (operation.equals("openToRead") && opened[0]++ % 3 == 0) {
        write("more" + opened[0], 200);
        shipping.round();
      }
    });

    assertThat(restored(busy, new RestorePoint.Time(time))).isEqualTo(at(time));

    assertThat(opened[0]).isGreaterThan(10);
    assertThat(new ArchiveFolder(disk.root()).pieces()).doesNotContainAnyElementsOf(before);
  }

  @Test
  void theEndIsRefusedWhileThePiecesThatLeadToItAreMissing() throws IOException {
    base();
    write("one", 1_000);
    shipping.round();
    var time = now().minusSeconds(1);
    for (var piece : pieces()) {
      disk.lose("log/" + piece.file());
    }

    assertThatThrownBy(this::restored)
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("its last writes cannot be restored")
        .hasMessageContaining("choose one of these with --to-time");
    assertThat(restored(time)).isEmpty();
  }

  @Test
  void aSegmentHasFewPieces() throws IOException {
    base();
    for (var round = 0; round < 100; round++) {
      write("row", 200);
      shipping.round();
    }

    assertThat(status().lagBytes()).isZero();
    assertThat(pieces()).hasSizeLessThan(10);
    assertThat(restored()).isEqualTo(last());
  }
}
