package io.weir.engine.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.backup.BackupRefused;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What an archive keeps. */
final class ArchiveRetentionTest extends ArchivedStore {

  private static ArchiveOptions keeping(Duration age, int number) {
    return new ArchiveOptions(Duration.ofSeconds(2), Duration.ofMinutes(10), age, number, 1L << 30);
  }

  /** Adds so many bases, ten minutes apart, each after a write, and returns when the last began. */
  private Instant fill(int count) throws IOException {
    for (var number = 0; number < count; number++) {
      write("row" + number, 9_000);
      base();
    }
    return now();
  }

  @Test
  void aBaseIsKeptAsLongAsAMomentNeedsIt() throws IOException {
    archive(disk.root(), keeping(Duration.ofMinutes(35), 100));
    var end = fill(8);

    for (var minutes = 0; minutes <= 35; minutes += 7) {
      var time = end.minus(Duration.ofMinutes(minutes));
      assertThat(restored(time)).as("%d minutes ago", minutes).isEqualTo(at(time));
    }
    assertThat(bases()).hasSize(4);
    assertThatThrownBy(() -> restored(end.minus(Duration.ofMinutes(60))))
        .isInstanceOf(BackupRefused.class);
  }

  @Test
  void theNumberOfBasesIsBounded() throws IOException {
    archive(disk.root(), keeping(Duration.ofDays(7), 3));
    fill(3);
    assertThat(bases()).hasSize(3);
    fill(1);
    assertThat(bases()).hasSize(3);

    assertThat(restored()).isEqualTo(last());
  }

  @Test
  void theNewestBaseStaysHoweverOldItIs() throws IOException {
    archive(disk.root(), keeping(Duration.ZERO, 1));
    fill(2);
    pass(Duration.ofDays(100));
    shipping.round();
    bases.round();

    assertThat(bases()).hasSize(1);
    assertThat(restored()).isEqualTo(last());
    assertThat(restored(now())).isEqualTo(last());
  }

  @Test
  void piecesThatNoKeptBaseReadsAreDeleted() throws IOException {
    archive(disk.root(), keeping(Duration.ZERO, 1));
    fill(20);

    var from = bases().get(0).manifest().points().from();
    var end = store.engine().store().log().durablePosition();
    assertThat(pieces()).hasSize(1).allMatch(piece -> piece.to() > from || piece.to() == end);
    assertThat(restored()).isEqualTo(last());
  }

  @Test
  void noBaseIsAddedWhileNothingIsWrittenOrBeforeItsTime() throws IOException {
    fill(1);
    pass(options().baseEvery());
    bases.round();
    assertThat(bases()).hasSize(1);

    write("late", 1);
    bases.round();
    assertThat(bases()).hasSize(2);

    write("later", 1);
    pass(options().baseEvery().minusSeconds(2));
    bases.round();
    assertThat(bases()).hasSize(2);
    pass(Duration.ofSeconds(1));
    bases.round();
    assertThat(bases()).hasSize(3);
  }

  @Test
  void optionsOutsideTheirRangesAreRefused() {
    assertThatCode(() ->
            new ArchiveOptions(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ZERO, 1, 0))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> new ArchiveOptions(Duration.ZERO, Duration.ZERO, Duration.ofMillis(-1), 0, -1))
        .hasMessageContaining("every ")
        .hasMessageContaining("baseEvery ")
        .hasMessageContaining("keepFor ")
        .hasMessageContaining("keepBases ")
        .hasMessageContaining("mostLogBytes ");
  }
}
