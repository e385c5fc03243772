package io.weir.engine.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.TestStore;
import io.weir.engine.backup.BackupRefused;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.disk.WatchedFolder;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service goes on, and says what is wrong, whatever happens to its archive. */
final class ArchiveFaultsTest extends ArchivedStore {

  private static final long MOST_LOG_BYTES = 256 << 10;

  @Override
  ArchiveOptions options() {
    return new ArchiveOptions(
        Duration.ofSeconds(2), Duration.ofMinutes(10), Duration.ofDays(7), 100, MOST_LOG_BYTES);
  }

  private void begin() throws IOException {
    base();
    write("before", 1_000);
    round();
    assertThat(status().trouble()).isEmpty();
    assertThat(status().lagBytes()).isZero();
  }

  /** The archive continues with everything, and has no gap. */
  private void assertRecovered() throws IOException {
    pass(Duration.ofMinutes(1));
    round();
    assertThat(status().trouble()).isEmpty();
    assertThat(status().lagBytes()).isZero();
    assertThat(status().lag()).isZero();
    assertThat(status().lastSuccess()).contains(now());
    assertThat(status().gaps()).isZero();
    assertThat(restored()).isEqualTo(last());
  }

  @Test
  void aFullArchiveIsToldAndCaughtUp() throws IOException {
    begin();
    disk.leaveSpace(5_000);

    write("during", 5_000);
    pass(Duration.ofSeconds(40));
    round();

    assertThat(status().trouble().orElseThrow())
        .contains("the log is not archived")
        .contains("no space left");
    assertThat(status().lagBytes()).isGreaterThan(5_000);
    assertThat(status().lag()).isEqualTo(Duration.ofSeconds(41));
    disk.heal();
    assertRecovered();
  }

  @Test
  void aBaseThatFindsNoRoomIsTriedAgain() throws IOException {
    begin();
    pass(options().baseEvery());
    disk.fail(SimulatedDisk.Operation.WRITE, "base-", 2);
    round();
    assertThat(status().trouble().orElseThrow()).contains("no base could be archived");
    assertThat(bases()).hasSize(1);

    pass(Duration.ofSeconds(59));
    round();
    assertThat(bases()).as("within a minute").hasSize(1);
    assertRecovered();
    assertThat(bases()).hasSize(2);
  }

  @Test
  void anArchiveThatIsOutOfReachAtTheStartIsFoundLater() throws IOException {
    var open = new AtomicReference<LogShipping.Opening>(() -> {
      throw new IOException("no route to host");
    });
    archive(() -> open.get().open(), options());
    write("early", 100);
    round();
    assertThat(status().trouble().orElseThrow()).contains("no route to host");
    assertThat(status().lastSuccess()).isEmpty();

    open.set(() -> new ArchiveFolder(disk.root()));
    round();
    assertRecovered();
  }

  @Test
  void aFolderThatIsNotMountedAnyMoreIsNotWritten() throws IOException {
    begin();
    var marker = disk.bytes(ArchiveFolder.MARKER);
    disk.lose(ArchiveFolder.MARKER);
    var before = pieces();
    write("during", 1_000);
    pass(options().baseEvery());
    round();

    assertThat(status().trouble().orElseThrow()).contains("is the disk mounted?");
    assertThat(pieces()).isEqualTo(before);
    assertThat(bases()).hasSize(1);

    disk.plant(ArchiveFolder.MARKER, marker);
    assertRecovered();
  }

  @Test
  void anArchiveThatDoesNotAnswerIsToldAfterHalfAMinute() throws IOException {
    begin();
    pass(Duration.ofSeconds(30));
    assertThat(status().trouble()).isEmpty();
    pass(Duration.ofMillis(1));
    assertThat(status().trouble()).contains("the archive does not answer");
  }

  @Test
  void theStoreKeepsTheLogUpToABoundWhileTheArchiveDoesNotAnswer() throws IOException {
    begin();
    for (var row = 0; row < 20; row++) {
      write("late" + row, 10_000);
    }
    assertThat(status().lagBytes()).isLessThan(MOST_LOG_BYTES);
    store.engine().store().checkpoint();

    assertRecovered();
  }

  @Test
  void aLogThatWasGivenUpIsAGapAndANewChainBegins() throws IOException {
    begin();
    var known = now();
    for (var row = 0; row < 27; row++) {
      write("late" + row, 10_000);
    }
    assertThat(status().lagBytes()).isGreaterThan(MOST_LOG_BYTES);
    store.engine().store().checkpoint();
    var lost = now().minusSeconds(5);

    shipping.round();
    assertThat(status().gaps()).isEqualTo(1);
    assertThat(status().trouble()).isEmpty();
    pass(Duration.ofSeconds(31));
    shipping.round();
    assertThat(status().trouble().orElseThrow()).contains("first base");
    bases.round();

    assertThat(status().trouble()).isEmpty();
    assertThat(bases()).hasSize(2);
    assertThat(restored()).isEqualTo(last());
    assertThat(restored(known.minusSeconds(1))).isEqualTo(at(known.minusSeconds(1)));
    assertThatThrownBy(() -> restored(lost))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("to " + known.minusNanos(100) + ", and from ");
    write("after", 10);
    assertRecoveredAfterGap();
  }

  private void assertRecoveredAfterGap() throws IOException {
    round();
    assertThat(status().trouble()).isEmpty();
    assertThat(restored()).isEqualTo(last());
  }

  @Test
  void aPieceThatSomebodyHasDeletedBeginsANewChain() throws IOException {
    begin();
    for (var row = 0; row < 8; row++) {
      write("more" + row, 30_000);
      shipping.round();
    }
    var end = bases().get(0).end();
    var needed = pieces().stream().filter(each -> each.from() > end).findFirst().orElseThrow();
    disk.lose("log/" + needed.file());

    write("late", 10);
    round();

    assertThat(status().gaps()).isEqualTo(1);
    assertRecoveredAfterGap();
    assertThat(bases()).hasSize(2);
  }

  @Test
  void basesThatSomebodyHasDeletedAreReplacedWithinAMinute() throws IOException {
    begin();
    disk.lose(bases().get(0).name() + "/BACKUP");

    pass(Duration.ofMinutes(1));
    round();

    assertRecoveredAfterGap();
    assertThat(bases()).hasSize(1);
  }

  @Test
  void aPieceThatReadsBackDifferentlyDoesNotCount() throws IOException {
    assertLieIsFound("log/", 4_200, "readsBackDifferently");
  }

  @Test
  void aHeaderThatReadsBackDifferentlyDoesNotCount() throws IOException {
    assertLieIsFound("log/", 20, "readsBackDifferently");
  }

  private void assertLieIsFound(String folder, int offset, String damage) throws IOException {
    begin();
    var lies = new boolean[] {true};
    var lying = WatchedFolder.of(disk.root(), operation -> {
      if (lies[0] && operation.equals("openToRead")) {
        for (var name : disk.root().folder("log").list()) {
          if (name.endsWith(".unfinished")) {
            disk.bytes(folder + name)[offset] ^= 1;
          }
        }
      }
    });
    archive(lying, options());
    write("during", 1_000);
    var before = pieces();
    round();

    assertThat(status().trouble().orElseThrow()).contains(damage);
    assertThat(pieces()).isEqualTo(before);
    assertThat(disk.root().folder("log").list()).noneMatch(name -> name.endsWith(".unfinished"));

    lies[0] = false;
    assertRecovered();
  }

  /** The log is then longer or shorter than the one that was archived. */
  @ParameterizedTest
  @ValueSource(ints = {1_000, 50_000})
  void aStoreThatWasTakenBackToAnEarlierStateBeginsANewChain(int bytes) throws IOException {
    begin();
    store.close();
    Folders.copy(temporary.resolve("store"), temporary.resolve("saved"));
    store = TestStore.open(options("store"));
    archive(disk.root(), options());
    write("undone", bytes);
    base();
    var undone = last();
    store.close();
    Folders.delete(temporary.resolve("store"));
    Files.move(temporary.resolve("saved"), temporary.resolve("store"));
    store = TestStore.open(options("store"));
    history.pollLastEntry();

    archive(disk.root(), options());
    write("other", 1_000);
    write("another", 1_000);
    round();

    assertThat(status().gaps()).isEqualTo(1);
    assertThat(bases().get(0).chain()).isEqualTo(2);
    assertThat(restored()).isEqualTo(last()).isNotEqualTo(undone).doesNotContainKey("undone");
  }

  @Test
  void theFolderOfAnotherStoreAndOneThatHoldsSomethingElseAreRefused() throws IOException {
    begin();
    try (var other = TestStore.open(options("other"))) {
      assertThatThrownBy(
              () -> new ArchiveFolder(disk.root()).claim(other.engine().store().identity()))
          .isInstanceOf(BackupRefused.class)
          .hasMessageContaining("belongs to another store");
    }
    var foreign = new SimulatedDisk(2);
    foreign.plant("letter.txt", new byte[1]);
    var identity = store.engine().store().identity();
    assertThatThrownBy(() -> new ArchiveFolder(foreign.root()).claim(identity))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("holds=letter.txt");
    var hanging = temporary.resolve("store");
    assertThatThrownBy(() -> ContinuousBackup.start(store.engine().store(), hanging, options()))
        .isInstanceOf(BackupRefused.class);
  }

  @Test
  void theStoreStartsAndClosesAlthoughTheArchiveHangs() throws Exception {
    var answers = new CountDownLatch(1);
    var opening = (LogShipping.Opening) () -> {
      try {
        answers.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      throw new IOException("answered");
    };

    var backup =
        ContinuousBackup.start(store.engine().store(), opening, options(), Duration.ofMillis(50));
    write("during", 10);
    assertThat(backup.status().lagBytes()).isPositive();
    assertThat(backup.status().lastSuccess()).isEmpty();
    backup.close();
    answers.countDown();
  }

  @Test
  void theThreadsArchiveUntilTheyAreClosed() throws Exception {
    var folder = temporary.resolve("archive");
    var often = new ArchiveOptions(
        Duration.ofMillis(5), Duration.ofMillis(5), Duration.ofDays(7), 100, MOST_LOG_BYTES);
    try (var backup = ContinuousBackup.start(store.engine().store(), folder, often)) {
      write("one", 10);
      awaitBases(backup, 1);
      write("two", 10);
      awaitBases(backup, 2);
      write("three", 10);
      awaitBases(backup, 3); // none is older than a week by the store's clock
    }

    assertThat(ArchiveRestore.isArchive(folder)).isTrue();
    assertThat(restoredFrom(folder)).isEqualTo(last());
  }

  private static void awaitBases(ContinuousBackup backup, int count) {
    var giveUp = Instant.now().plus(TestStore.PATIENCE);
    while (backup.status().bases() < count || backup.status().trouble().isPresent()) {
      assertThat(Instant.now()).isBefore(giveUp);
      Thread.onSpinWait();
    }
  }
}
