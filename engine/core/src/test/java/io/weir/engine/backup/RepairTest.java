package io.weir.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.TestStore;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.offline.CollectedFindings;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.StoreUnusable;
import io.weir.engine.store.recovery.Retention;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repairs of damaged pages from a backup and the log after it. */
final class RepairTest {

  private static final int PARTITIONS = 12;

  @TempDir
  Path temporary;

  private static final Retention SOME = new Retention(Duration.ofDays(1), 8 << 20);

  private StoreOptions options(Retention retention) {
    return StoreOptions.in(temporary.resolve("store"))
        .withPartitionGroups(4)
        .withSegmentBytes(64 << 10)
        .withRetention(retention);
  }

  private TestStore filled(Retention retention) throws IOException {
    var store = TestStore.open(options(retention));
    store.create();
    for (var partition = 0; partition < PARTITIONS; partition++) {
      store.fill("p" + partition, 200, 300);
    }
    store.engine().store().checkpoint();
    store.fill("first", 100, 300); // so that the log begins later
    store.engine().store().checkpoint();
    return store;
  }

  private void backup(TestStore store) {
    var unused =
        store.engine().backup(path("backup"), CopyListener.NOBODY).block(TestStore.PATIENCE);
  }

  private Path path(String name) {
    return temporary.resolve(name);
  }

  /** Damages one page of each shard. Returns the damaged pages. */
  private List<StoppedPage> damage(String store) throws IOException {
    var byShard = new TreeMap<Integer, List<StoppedPage>>();
    StoppedPage.of(path(store))
        .forEach(page ->
            byShard.computeIfAbsent(page.shard(), shard -> new ArrayList<>()).add(page));
    var damaged =
        byShard.values().stream().map(pages -> pages.get(pages.size() / 2)).toList();
    for (var page : damaged) {
      page.flip(page.page().lengthBytes() - 1, 0);
    }
    assertThat(CollectedFindings.in(path(store)).findings).hasSize(4);
    return damaged;
  }

  private Repair.Report repair(String store) throws IOException {
    return repair(store, CopyListener.NOBODY);
  }

  private Repair.Report repair(String store, CopyListener listener) throws IOException {
    try (var loops = EmbeddedLoops.start(1)) {
      return Repair.run(path(store), path("backup"), loops.loops(), listener);
    }
  }

  private List<Entity> all(Retention retention) throws IOException {
    try (var store = TestStore.open(options(retention))) {
      return store.all();
    }
  }

  @Test
  void entitiesThatTheBackupHasAreThereAgain() throws IOException {
    List<Entity> before;
    try (var store = filled(Retention.NONE)) {
      backup(store);
      before = store.all();
    }
    damage("store");

    var report = repair("store");

    assertThat(report.pages()).isEqualTo(4);
    assertThat(report.entries()).isBetween(40L, 200L);
    assertThat(CollectedFindings.in(path("store")).findings).isEmpty();
    assertThat(all(Retention.NONE)).isEqualTo(before);
  }

  /**
   * Changed, new, deleted since the backup: the newest state comes back, and nothing that was
   * deleted.
   */
  @Test
  void changesSinceTheBackupComeFromTheLog() throws IOException {
    List<Entity> before;
    try (var store = filled(SOME)) {
      backup(store);
      for (var partition = 0; partition < PARTITIONS; partition++) {
        store.fill("p" + partition, 100, 280 + partition);
        store.upsert(TestStore.entity("p" + partition, "zz", 10));
        for (var row = 120; row < 160; row++) {
          var key = new EntityKey("p" + partition, String.format("%08d", row));
          store
              .tables()
              .write(TestStore.TABLE, new Write.Delete(key, IfMatch.ANY))
              .block(TestStore.PATIENCE);
        }
      }
      store.engine().store().checkpoint();
      before = store.all();
    }
    damage("store");

    repair("store");

    assertThat(CollectedFindings.in(path("store")).findings).isEmpty();
    assertThat(all(SOME)).isEqualTo(before);
  }

  @Test
  void aStoreThatCrashedIsRepairedBeforeItsLogIsReplayed() throws IOException {
    List<Entity> before;
    try (var store = filled(SOME)) {
      backup(store);
      store.fill("p1", 200, 310);
      store.engine().store().checkpoint();
      for (var partition = 0; partition < PARTITIONS; partition++) {
        store.fill("p" + partition, 200, 320);
      }
      before = store.all();
      Folders.copy(path("store"), path("crashed"));
    }
    Folders.delete(path("store"));
    Files.move(path("crashed"), path("store"));
    damage("store");

    repair("store");

    assertThat(CollectedFindings.in(path("store")).findings).isEmpty();
    assertThat(all(SOME)).isEqualTo(before);
  }

  /**
   * Checkpoints have cut the log after the backup, and have set aside what it had for the refused
   * shard.
   */
  @Test
  void aShardThatCheckpointsHaveLeftOutIsRepaired() throws IOException {
    var shorter =
        new Retention(Duration.ofDays(1), 512 << 10); // back to the backup, not to the begin
    var before = new ArrayList<Entity>();
    try (var store = filled(shorter)) {
      backup(store);
      store.fill("p1", 200, 310);
      store.engine().store().checkpoint();
      for (var partition = 0; partition < PARTITIONS; partition++) {
        store.fill("p" + partition, 200, 320);
      }
      before.addAll(store.all());
      Folders.copy(path("store"), path("crashed"));
    }
    replaceStoreBy("crashed");
    for (var page : damage("store").subList(1, 4)) {
      page.flip(page.page().lengthBytes() - 1, 0); // sound again
    }
    try (var store = TestStore.open(options(Retention.NONE))) {
      assertThat(store.engine().health().lasting()).isTrue();
      before.addAll(writeWhereServed(store, 200));
      store.engine().store().checkpoint();
      assertThat(store.engine().store().feedUse().firstPosition())
          .isGreaterThan(
              BackupManifest.read(FolderOnDisk.in(path("backup"))).points().end());
    }

    repair("store");

    assertThat(CollectedFindings.in(path("store")).findings).isEmpty();
    assertThat(all(Retention.NONE)).containsExactlyInAnyOrderElementsOf(before);
  }

  private void replaceStoreBy(String name) throws IOException {
    Folders.delete(path("store"));
    Files.move(path(name), path("store"));
  }

  /** Writes entities, except into refused shards. Returns them. */
  private static List<Entity> writeWhereServed(TestStore store, int count) {
    var written = new ArrayList<Entity>();
    for (var number = 0; number < count; number++) {
      var entity = TestStore.entity("beside" + number, "r", 1_000);
      try {
        store.upsert(entity);
        written.add(store
            .tables()
            .get(TestStore.TABLE, new EntityKey("beside" + number, "r"), Selection.ALL)
            .block(TestStore.PATIENCE));
      } catch (ServiceBusyException e) {
        assertThat(e.facts()).contains("reason=pageDamaged");
      }
    }
    assertThat(written).hasSizeBetween(1, count - 1);
    return written;
  }

  /**
   * The pages of a backup may contain changes after its checkpoint. A store whose log has lost them
   * must not get them back in one range only.
   */
  @Test
  void theLogMustReachWhatThePagesOfTheBackupContain() throws IOException {
    List<Entity> before;
    long end;
    try (var store = filled(SOME)) {
      backup(store);
      store.fill("p1", 200, 310);
      before = store.all();
      end = store.engine().store().log().durablePosition();
      Folders.copy(path("store"), path("crashed"));
    }
    replaceStoreBy("crashed");
    damage("store");

    setContained(end + 8);
    assertThatThrownBy(() -> repair("store"))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("has lost its end")
        .hasMessageContaining("weir restore");

    setContained(end);
    repair("store");
    assertThat(all(SOME)).isEqualTo(before);
  }

  /** Sets up to where the pages of the backup contain the log. */
  private void setContained(long position) throws IOException {
    var file = new SmallFile(FolderOnDisk.in(path("backup")), BackupManifest.FILE);
    file.write(file.read().replaceFirst("earliest=\\d+", "earliest=" + position));
  }

  @Test
  void aDamagedCatalogIsRepaired() throws IOException {
    List<Entity> before;
    try (var store = filled(Retention.NONE)) {
      backup(store);
      before = store.all();
    }
    for (var page : StoppedPage.of(path("store"))) {
      if (page.isFirst()) {
        page.flip(page.page().lengthBytes() - 1, 0);
      }
    }
    assertThatThrownBy(() -> all(Retention.NONE)).isInstanceOf(StoreUnusable.class);

    repair("store");

    assertThat(all(Retention.NONE)).isEqualTo(before);
  }

  @Test
  void aGapInTheLogIsRefusedAndARestoreNamed() throws IOException {
    List<Entity> atBackup;
    try (var store = filled(Retention.NONE)) {
      backup(store);
      atBackup = store.all();
      for (var round = 0; round < 3; round++) {
        store.fill("p1", 200, 310 + round);
        store.engine().store().checkpoint();
      }
    }
    damage("store");
    var before = bytes(path("store"));

    assertThatThrownBy(() -> repair("store"))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("not complete")
        .hasMessageContaining("weir restore")
        .hasMessageContaining(
            BackupManifest.read(FolderOnDisk.in(path("backup"))).created().toString());

    assertThat(bytes(path("store"))).isEqualTo(before);
    Restore.run(path("backup"), path("restored"), new RestorePoint.End(), CopyListener.NOBODY);
    Folders.delete(path("store"));
    Files.move(path("restored"), path("store"));
    assertThat(all(Retention.NONE)).isEqualTo(atBackup);
  }

  /** Page files, manifest and directories of the store. */
  private static Map<String, Integer> bytes(Path store) throws IOException {
    var all = new TreeMap<String, Integer>();
    for (var folder : List.of("pages", "checkpoints")) {
      try (var files = Files.walk(store.resolve(folder))) {
        for (var file : files.filter(Files::isRegularFile).toList()) {
          all.put(file.toString(), Arrays.hashCode(Files.readAllBytes(file)));
        }
      }
    }
    all.put("CHECKPOINT", Arrays.hashCode(Files.readAllBytes(store.resolve("CHECKPOINT"))));
    return all;
  }

  @Test
  void aBackupOfTheWholeLogRepairsToo() throws IOException {
    List<Entity> before;
    try (var store = TestStore.open(options(SOME))) {
      store.create();
      for (var partition = 0; partition < PARTITIONS; partition++) {
        store.fill("p" + partition, 200, 300);
      }
      backup(store); // before the first checkpoint
      store.fill("p1", 200, 301);
      before = store.all();
    }
    damage("store");

    repair("store");

    assertThat(all(SOME)).isEqualTo(before);
  }

  @Test
  void aRepairThatIsInterruptedChangesNothingAndIsRepeated() throws IOException {
    List<Entity> before;
    try (var store = filled(Retention.NONE)) {
      backup(store);
      before = store.all();
    }
    damage("store");
    for (var call = 1; call < 400; call *= 3) {
      var last = call;
      var calls = new int[1];
      var killed = new CopyListener() {
        @Override
        public void begin(String task, long bytes) {}

        @Override
        public void advance(long bytes) {
          if (++calls[0] == last) {
            throw new IllegalStateException("killed");
          }
        }
      };
      try {
        repair("store", killed);
      } catch (IllegalStateException e) {
        assertThat(CollectedFindings.in(path("store")).findings).hasSize(4);
      }
    }
    repair("store");

    assertThat(all(Retention.NONE)).isEqualTo(before);
  }

  @Test
  void theBackupOfAnotherStoreAndADamagedOneAreRefused() throws IOException {
    try (var store = filled(Retention.NONE)) {
      backup(store);
    }
    damage("store");
    var chunk = path("backup").resolve("pages-00000001");
    var sound = Files.readAllBytes(chunk);
    var changed = sound.clone();
    for (var at = 0; at < changed.length; at += 100) {
      changed[at] ^= 1;
    }
    Files.write(chunk, changed);
    assertThatThrownBy(() -> repair("store"))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("take another")
        .hasMessageContaining("pages-00000001");
    Files.write(chunk, sound);
    Restore.run(path("backup"), path("other"), new RestorePoint.End(), CopyListener.NOBODY);
    try (var other = TestStore.open(StoreOptions.in(path("other")).withRetention(Retention.NONE))) {
      other.engine().store().checkpoint();
    }

    assertThatThrownBy(() -> repair("other"))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("another store");
    assertThatThrownBy(() -> repair("nowhere"))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining("no store");
    assertThat(repair("store").pages()).isEqualTo(4);
  }

  @Test
  void aSoundStoreStaysAsItIs() throws IOException {
    List<Entity> before;
    try (var store = filled(Retention.NONE)) {
      backup(store);
      before = store.all();
    }

    assertThat(repair("store")).isEqualTo(new Repair.Report(0, 0));
    assertThat(all(Retention.NONE)).isEqualTo(before);
  }

  @Test
  void moreLostEntriesThanFitIntoMemoryAreRefused() throws IOException {
    List<Entity> before;
    try (var store = filled(Retention.NONE)) {
      backup(store);
      before = store.all();
    }
    damage("store");
    try (var loops = EmbeddedLoops.start(1)) {
      assertThatThrownBy(() ->
              Repair.run(path("store"), path("backup"), loops.loops(), CopyListener.NOBODY, 10_000))
          .isInstanceOf(BackupRefused.class)
          .hasMessageContaining("Too much")
          .hasMessageContaining("weir restore");
      Repair.run(path("store"), path("backup"), loops.loops(), CopyListener.NOBODY, 400_000);
    }
    assertThat(Objects.requireNonNull(all(Retention.NONE))).isEqualTo(before);
  }
}
