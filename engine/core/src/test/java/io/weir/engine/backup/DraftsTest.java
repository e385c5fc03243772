package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.TestStore;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.StoppingFolder;
import io.weir.engine.disk.WatchedFolder;
import io.weir.engine.store.StoreEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a backup leaves that does not come to its end. */
final class DraftsTest extends BackedUpStore {

  private static final String DRAFT = "one" + Backup.DRAFT_SUFFIX;

  @Test
  void theDraftOfAKilledBackupIsDeletedByTheNextOneWhateverItsName() throws IOException {
    kill(20);
    assertThat(path(DRAFT)).exists();

    backup("two");

    assertThat(path(DRAFT)).doesNotExist();
    assertThat(restored("two")).isEqualTo(store.all());
  }

  private void kill(int operation) {
    var life = new StoppingFolder.Life(operation, true);
    assertThatThrownBy(() -> smallChunks("one", folder -> new StoppingFolder(folder, life)))
        .hasMessageContaining("killed");
  }

  @Test
  void aDraftThatIsBeingWrittenStays() throws IOException {
    kill(20);
    var place = FolderOnDisk.in(path("one").resolveSibling("")).locate(DRAFT);
    store.engine().store().files().backups().add(place);

    backup("two");
    assertThat(path(DRAFT)).exists();
    assertThatThrownBy(() -> smallChunks("one", folder -> folder))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("is being written");

    store.engine().store().files().backups().remove(place);
    backup("three");
    assertThat(path(DRAFT)).doesNotExist();
  }

  @Test
  void draftsOfOtherStoresStay() throws IOException {
    kill(20);
    Files.createDirectories(path("foreign" + Backup.DRAFT_SUFFIX));
    try (var other = TestStore.open(options("other"))) {
      other.create();
      other.engine().store().checkpoint();
      var unused =
          other.engine().backup(path("two"), CopyListener.NOBODY).block(TestStore.PATIENCE);
    }

    assertThat(path(DRAFT)).exists();
    assertThat(path("foreign" + Backup.DRAFT_SUFFIX)).exists();
  }

  @Test
  void aCompleteBackupHasOnlyItsFiles() throws IOException {
    var manifest = backup("one");

    try (var files = Files.list(path("one"))) {
      assertThat(
              files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(namesOf(manifest));
    }
  }

  private static List<String> namesOf(BackupManifest manifest) {
    var names = new ArrayList<>(manifest.files().stream()
        .map(FileSum::file)
        .filter(name -> !name.contains("/"))
        .toList());
    names.add(BackupManifest.FILE);
    return names;
  }

  /** Runs a task that may hang: the JVM's common pool has one thread on two processors. */
  private static void inThread(Runnable task) {
    var thread = new Thread(task, "drafts-test");
    thread.setDaemon(true);
    thread.start();
  }

  /** A network folder may never answer. The store closes ten seconds later without that backup. */
  @Test
  void aStoreClosesAlthoughTheFolderOfABackupHangs() throws Exception {
    store.close();
    var passed = new AtomicLong();
    store = TestStore.open(options("store"), at(passed));
    var hangs = new CountDownLatch(1);
    var reached = new CountDownLatch(1);
    var parent = WatchedFolder.of(
        FolderOnDisk.in(path("one").resolveSibling("")),
        operation -> hang(operation, reached, hangs));
    var backup = CompletableFuture.supplyAsync(
        () -> assertThatThrownBy(() -> Backup.write(
            store.engine().store(),
            parent,
            "one",
            Clock.systemUTC(),
            CopyListener.NOBODY,
            1 << 20)),
        DraftsTest::inThread);
    assertThat(reached.await(30, TimeUnit.SECONDS)).isTrue();

    var before = passed.get();
    var giveUp = System.nanoTime() + TestStore.PATIENCE.toNanos();
    var closing = CompletableFuture.runAsync(this::closeStore, DraftsTest::inThread);
    while (!closing.isDone()) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      passed.addAndGet(Duration.ofMillis(10).toNanos());
      Thread.onSpinWait();
    }
    closing.join();

    assertThat(passed.get() - before)
        .isGreaterThanOrEqualTo(Duration.ofSeconds(10).toNanos());
    assertThat(backup).isNotDone();
    try (var again = TestStore.open(options("store"))) {
      assertThat(again.all()).hasSize(PARTITIONS * ROWS);
      hangs.countDown();
      backup.get(30, TimeUnit.SECONDS);
    }
    assertThat(path("one")).doesNotExist();
  }

  private static void hang(String operation, CountDownLatch reached, CountDownLatch hangs)
      throws IOException {
    if (operation.equals("create") && isCopying()) {
      reached.countDown();
      try {
        hangs.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  /** Whether the backup has pinned the checkpoint: it copies now. */
  private static boolean isCopying() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("copyPages")));
  }

  private void closeStore() {
    try {
      store.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StoreEnvironment at(AtomicLong passed) {
    var system = StoreEnvironment.SYSTEM;
    return new StoreEnvironment(
        system.disk(),
        system.workThreads(),
        system.feedThreads(),
        system.pageThreads(),
        system.startLog(),
        system.pause(),
        () -> System.nanoTime() + passed.get());
  }
}
