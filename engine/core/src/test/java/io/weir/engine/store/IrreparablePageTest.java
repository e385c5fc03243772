package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.disk.DiskSpace;
import io.weir.engine.disk.ForceFailed;
import io.weir.engine.disk.SpaceOnDisk;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.offline.CollectedFindings;
import io.weir.engine.store.recovery.Retention;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage to the files of a checkpoint when the log no longer holds the whole store. No value is wrong, nothing is lost silently. */
final class IrreparablePageTest extends StoreInFolder {

  private static final int SHARD = 1;

  private List<Entity> entities = List.of();

  private StoreOptions small() {
    return options().withSegmentBytes(64 << 10).withRetention(Retention.NONE);
  }

  /** Makes a store whose log begins long after its first record. */
  @BeforeEach
  void stop() throws IOException {
    try (var store = TestStore.open(small())) {
      store.create();
      for (var partition = 0; partition < 12; partition++) {
        store.fill("p" + partition, 200, 300);
      }
      store.engine().store().checkpoint();
      store.upsert(TestStore.entity("after", "r", 100));
      entities = store.all();
      assertThat(store.engine().store().feedUse().firstPosition()).isGreaterThan(500_000);
    }
  }

  @Test
  void onlyWhatNeedsTheDamagedPageIsRefused() throws IOException {
    damage();
    for (var start = 0; start < 3; start++) {
      try (var store = TestStore.open(small())) {
        assertThat(store.engine().store().startedFromCheckpoint()).isTrue();
        await(() -> store.engine().health().lasting());
        requireAllButOnePage(store);
        await(store.engine().store()::isScrubbed);

        requireAllButOnePage(store);
        assertThat(store.engine().store().shardRebuilds()).isZero();
        assertThat(store.engine().health().reason())
            .contains("shard " + SHARD, "weir restore", "page=", " from=table:", " before=table:")
            .doesNotContain(temporary.toString());
        store.upsert(TestStore.entity("new" + start, "r", 100));
        store.engine().store().checkpoint();
        assertThat(store.engine().store().checkpointPosition())
            .isEqualTo(store.engine().store().log().durablePosition());
        requireAllButOnePage(store);
      }
    }
  }

  /** Reads every entity: those of one page of the shard are refused, all others are as they were, and can be written. */
  private void requireAllButOnePage(TestStore store) {
    var refused = 0;
    var written = 0;
    for (var entity : entities) {
      try {
        assertThat(get(store, entity)).isEqualTo(entity);
        if (shardOf(store, entity) == SHARD && written++ % 20 == 0) {
          store.upsert(TestStore.entity("beside" + written, "r", 10));
        }
      } catch (ServiceBusyException e) {
        assertThat(e.facts()).contains("reason=pageDamaged");
        assertThat(shardOf(store, entity)).isEqualTo(SHARD);
        assertThatThrownBy(() -> store.upsert(entity))
            .isInstanceOfSatisfying(
                ServiceBusyException.class,
                busy -> assertThat(busy.facts()).contains("reason=pageDamaged outcome=notDone"));
        refused++;
      }
    }
    assertThat(refused).isBetween(1, 60);
  }

  @Test
  void aFailedForceOfThatShardTakesItOutAsAWhole() throws IOException {
    damage();
    var space = new FailingForces();
    try (var store = TestStore.open(small(), space.environment())) {
      await(() -> store.engine().health().lasting());
      space.failing = true;
      store.upsert(TestStore.entity("new", "r", 100));
      assertThatThrownBy(store.engine().store()::checkpoint).isInstanceOf(IOException.class);
      space.failing = false;
      await(() -> store.engine().health().reason().contains("cannot be rebuilt"));

      for (var entity : entities) {
        if (shardOf(store, entity) == SHARD) {
          assertThatThrownBy(() -> get(store, entity))
              .isInstanceOfSatisfying(
                  ServiceBusyException.class,
                  busy -> assertThat(busy.facts()).contains("reason=rebuilding"));
        } else {
          assertThat(get(store, entity)).isEqualTo(entity);
        }
      }
      var position = store.engine().store().checkpointPosition();
      store.engine().store().checkpoint();
      assertThat(store.engine().store().checkpointPosition()).isGreaterThan(position);
    }
    assertThat(setAside(folder)).hasSize(1);
    try (var store = TestStore.open(small())) {
      await(() -> store.engine().health().lasting());
      requireAllButOnePage(store);
      assertThat(get(store, TestStore.entity("new", "r", 100))).isNotNull();
    }
  }

  /** Forces of the shard's page files fail while the test says so. */
  private static final class FailingForces implements DiskSpace {

    private volatile boolean failing;

    StoreEnvironment environment() {
      var system = StoreEnvironment.SYSTEM;
      return new StoreEnvironment(
          SpaceOnDisk.of(this),
          system.workThreads(),
          system.feedThreads(),
          system.pageThreads(),
          system.startLog(),
          system.pause(),
          system.nanoClock());
    }

    @Override
    public long usableBytes() {
      return Long.MAX_VALUE;
    }

    @Override
    public void force(Path file) throws IOException {
      if (failing && file.toString().contains("pages/" + SHARD + "/")) {
        throw new ForceFailed(file, new IOException("simulated: force failed"));
      }
      DiskSpace.super.force(file);
    }
  }

  /** The log changes the damaged page, and new tables; only the shard is refused, and nothing of the log is lost. */
  @Test
  void aStartThatMustWriteIntoADamagedPageRefusesOnlyItsShard() throws IOException {
    var crashed = temporary.resolve("crashed");
    var after = new ArrayList<Entity>();
    try (var store = TestStore.open(small())) {
      for (var partition = 0; partition < 12; partition++) {
        store.fill("p" + partition, 200, 301);
      }
      for (var table = 0; table < 12; table++) { // in all shards of the catalog
        store.tables().createTable(new TableName("New" + table)).block(TestStore.PATIENCE);
      }
      after.addAll(store.all());
      Folders.copy(folder, crashed);
    }
    var page = pageIn(crashed);
    page.flip(page.page().lengthBytes() - 1, 0);
    var options = StoreOptions.in(crashed).withSegmentBytes(64 << 10).withRetention(Retention.NONE);

    for (var start = 0; start < 2; start++) {
      try (var store = TestStore.open(options)) {
        var position = store.engine().store().checkpointPosition();
        requireAllButOneShard(store, after);
        assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
            .hasSize(13);
        var health = store.engine().health();
        assertThat(health.lasting()).isTrue();
        assertThat(health.reason())
            .contains("shard " + SHARD, "weir repair", "weir restore", "page=")
            .doesNotContain(temporary.toString());
        for (var each = 0; each < 100; each++) { // more than a segment
          after.add(writeBeside(store, start + "-" + each));
        }
        store.engine().store().checkpoint();
        assertThat(store.engine().store().checkpointPosition())
            .isEqualTo(store.engine().store().log().durablePosition());
        assertThat(store.engine().store().feedUse().firstPosition()).isGreaterThan(position);
        assertThat(setAside(crashed)).hasSize(1);
        assertThatThrownBy(() -> Backup.write(
                store.engine().store(),
                temporary.resolve("backup"),
                Clock.systemUTC(),
                CopyListener.NOBODY))
            .isInstanceOf(IOException.class)
            .hasMessageContaining("weir repair");
      }
    }
    var found = CollectedFindings.in(crashed);
    assertThat(found.findings).hasSize(1);
    assertThat(found.remarks)
        .anySatisfy(
            remark -> assertThat(remark).contains("kept beside its pages", "shard=" + SHARD));
    page.flip(page.page().lengthBytes() - 1, 0); // sound again, as after a repair
    assertThat(CollectedFindings.in(crashed).findings).isEmpty();
    try (var store = TestStore.open(options)) {
      assertThat(store.all()).containsExactlyInAnyOrderElementsOf(after);
      assertThat(store.engine().health().writable()).isTrue();
      store.engine().store().checkpoint();
      assertThat(setAside(crashed)).isEmpty();
    }
    try (var store = TestStore.open(options)) {
      assertThat(store.all()).containsExactlyInAnyOrderElementsOf(after);
    }
  }

  /** Returns the files of records that are set aside. */
  private static List<String> setAside(Path store) throws IOException {
    try (var files = Files.list(store.resolve("checkpoints"))) {
      return files
          .map(Path::toString)
          .filter(name -> name.endsWith("-" + SHARD))
          .toList();
    }
  }

  /** A damaged byte in what was set aside is found before a wrong value is served. */
  @Test
  void aDamagedFileOfRecordsThatWereSetAsideStopsTheStart() throws IOException {
    var crashed = crashedWithChanges();
    var page = pageIn(crashed);
    page.flip(page.page().lengthBytes() - 1, 0);
    var options = StoreOptions.in(crashed).withSegmentBytes(64 << 10).withRetention(Retention.NONE);
    try (var store = TestStore.open(options)) {
      for (var each = 0; each < 100; each++) {
        writeBeside(store, "-" + each);
      }
      store.engine().store().checkpoint();
    }
    page.flip(page.page().lengthBytes() - 1, 0);
    var file = Path.of(setAside(crashed).get(0));

    for (var offset : List.of(0L, 30L, Files.size(file) / 2, Files.size(file) - 1)) {
      Damage.flip(file, offset);
      assertThatThrownBy(() -> TestStore.open(options))
          .as("offset=%d", offset)
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining("set aside");
      assertThat(CollectedFindings.in(crashed).findings).as("offset=%d", offset).isNotEmpty();
      Damage.flip(file, offset);
    }
    try (var store = TestStore.open(options)) {
      assertThat(store.engine().health().writable()).isTrue();
    }
  }

  /** Returns the folder of a store that crashed after it had changed each entity. */
  private Path crashedWithChanges() throws IOException {
    var crashed = temporary.resolve("crashed");
    try (var store = TestStore.open(small())) {
      for (var partition = 0; partition < 12; partition++) {
        store.fill("p" + partition, 200, 301);
      }
      Folders.copy(folder, crashed);
    }
    return crashed;
  }

  /** The leaf after the rows of the catalog holds none of them, so its damage concerns its range only. */
  @Test
  void aDamagedLeafBesideTheCatalogDoesNotStopTheStart() throws IOException {
    var second = second(folder);
    second.flip(second.page().lengthBytes() - 1, 0);
    try (var store = TestStore.open(small())) {
      await(() -> store.engine().health().lasting());

      assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
          .hasSize(1);
      requireAllButOnePage(store);
    }
  }

  /** The scrub has verified all pages. One that the disk changes after that, while it is not in memory, is found before a value of it is served. */
  @Test
  void aPageThatChangesAfterTheScrubIsRefused() throws IOException {
    try (var store = TestStore.open(small())) {
      await(store.engine().store()::isScrubbed);
      assertThat(store.engine().health().writable()).isTrue();
      damage();

      assertThatThrownBy(() -> entities.forEach(entity -> get(store, entity)))
          .isInstanceOf(ServiceBusyException.class);
      await(() -> store.engine().health().lasting());
      requireAllButOnePage(store);
    }
  }

  /** Places that were kept for a pin are used again, although the shard was refused when the pin ended. */
  @Test
  void placesOfAPinAreReleasedAfterTheShardServesAgain() throws IOException {
    var threads = new HeldThreads();
    try (var store = TestStore.open(small(), threads.environment());
        var unused = threads.rest()) {
      var engine = store.engine().store();
      try (var pin = engine.pinCheckpoint("a test")) {
        store.fill(firstPartitionOf(store), 200, 310);
        engine.checkpoint();
        await(() -> engine.pinnedBytes() > 0); // a loop moves them there
        damage();
        assertThatThrownBy(() -> entities.forEach(entity -> get(store, entity)))
            .isInstanceOf(ServiceBusyException.class);
        await(() -> engine.shards().get(SHARD).isRefused());
        pin.requireHeld();
      }
      assertThat(engine.shards().get(SHARD).isRefused()).isTrue();
      assertThat(engine.pinnedBytes()).isPositive();

      threads.goOn(); // the shard cannot be rebuilt, and serves what is sound

      await(() -> !engine.shards().get(SHARD).isRefused());
      await(() -> engine.pinnedBytes() == 0);
      assertThat(engine.health().lasting()).isTrue();
    }
  }

  /** Returns the first partition of the shard. Its leaves do not lie in the middle. */
  private String firstPartitionOf(TestStore store) {
    return entities.stream()
        .filter(entity -> shardOf(store, entity) == SHARD)
        .map(Entity::partitionKey)
        .sorted()
        .findFirst()
        .orElseThrow();
  }

  private static StoppedPage second(Path store) throws IOException {
    return StoppedPage.of(store).stream()
        .filter(page -> page.shard() == SHARD)
        .toList()
        .get(1);
  }

  /** The leaf of the catalog shrinks, so a write would compare it with the damaged leaf beside it. */
  @Test
  void aChangeOfTheCatalogBesideADamagedLeafRefusesOnlyItsShard() throws IOException {
    var crashed = temporary.resolve("crashed");
    try (var store = TestStore.open(small())) {
      for (var table = 0; table < 40; table++) { // in all shards of the catalog
        store.tables().createTable(new TableName("New" + table)).block(TestStore.PATIENCE);
      }
      store.engine().store().checkpoint();
      for (var table = 1; table < 40; table++) {
        store.tables().deleteTable(new TableName("New" + table)).block(TestStore.PATIENCE);
      }
      Folders.copy(folder, crashed);
    }
    var second = second(crashed);
    second.flip(second.page().lengthBytes() - 1, 0);
    var options = StoreOptions.in(crashed).withSegmentBytes(64 << 10).withRetention(Retention.NONE);

    for (var start = 0; start < 2; start++) {
      try (var store = TestStore.open(options)) {
        assertThat(store.engine().health().reason()).contains("shard " + SHARD, "weir repair");
        assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
            .hasSize(2);
        requireAllButOneShard(store, entities);
        store.engine().store().checkpoint();
      }
    }
    second.flip(second.page().lengthBytes() - 1, 0);
    try (var store = TestStore.open(options)) {
      assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
          .hasSize(2);
      assertThat(store.all()).containsExactlyInAnyOrderElementsOf(entities);
    }
  }

  @Test
  void aDamagedPageOfTheCatalogStopsTheStartAndNamesTheRepair() throws IOException {
    var first =
        StoppedPage.of(folder).stream().filter(StoppedPage::isFirst).findFirst().orElseThrow();
    first.flip(first.page().lengthBytes() - 1, 0);

    assertThatThrownBy(() -> TestStore.open(small()))
        .isInstanceOf(StoreUnusable.class)
        .hasMessageContaining("weir repair " + folder + " --from BACKUP")
        .hasMessageContaining("weir restore");
  }

  private StoppedPage pageIn(Path store) throws IOException {
    var pages =
        StoppedPage.of(store).stream().filter(page -> page.shard() == SHARD).toList();
    return pages.get(pages.size() / 2);
  }

  private static void requireAllButOneShard(TestStore store, List<Entity> expected) {
    for (var entity : expected) {
      if (shardOf(store, entity) == SHARD) {
        assertThatThrownBy(() -> get(store, entity))
            .isInstanceOfSatisfying(
                ServiceBusyException.class,
                busy -> assertThat(busy.facts()).contains("shard=" + SHARD, "reason=pageDamaged"));
      } else {
        assertThat(get(store, entity)).isEqualTo(entity);
      }
    }
  }

  /** Writes an entity into another shard. */
  private static Entity writeBeside(TestStore store, String start) {
    for (var number = 0; ; number++) {
      var entity = TestStore.entity("start" + start + "-" + number, "r", 1_000);
      if (shardOf(store, entity) != SHARD) {
        store.upsert(entity);
        return Objects.requireNonNull(get(store, entity));
      }
      assertThatThrownBy(() -> store.upsert(entity)).isInstanceOf(ServiceBusyException.class);
    }
  }

  @Test
  void theCheckNamesPageShardAndRange() throws IOException {
    var page = damage();

    var found = CollectedFindings.in(folder);

    assertThat(found.findings).singleElement().satisfies(finding -> {
      assertThat(finding.file()).isEqualTo(page.file().toString());
      assertThat(finding.damage()).contains("shard=" + SHARD, "from=table:", "before=table:");
    });
  }

  @Test
  void noBackupIsMadeOfADamagedPage() throws IOException {
    var page = damage();
    try (var store = TestStore.open(small())) {
      var path = temporary.resolve("backup");

      assertThatThrownBy(() ->
              Backup.write(store.engine().store(), path, Clock.systemUTC(), CopyListener.NOBODY))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(page.file().toString());
      assertThat(path).doesNotExist();
    }
  }

  @Test
  void aStoreWithoutItsManifestIsRefusedAndKeepsItsPages() throws IOException {
    Files.delete(folder.resolve(CheckpointManifest.FILE));
    var pages = pageFiles();

    for (var attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(() -> TestStore.open(small()))
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining("weir restore");
    }
    assertThat(pageFiles()).isEqualTo(pages).isNotEmpty();
    assertThat(CollectedFindings.in(folder).findings).isNotEmpty();
  }

  @Test
  void aDamagedCheckpointIsRefusedAndKept() throws IOException {
    for (var damage : Damage.all()) {
      if (!damage.rebuilds()) {
        continue;
      }
      var copy = temporary.resolve("copy");
      Folders.copy(folder, copy);
      damage.to(copy);
      var manifest = copy.resolve(CheckpointManifest.FILE);
      var exists = Files.exists(manifest);

      assertThatThrownBy(() -> TestStore.open(StoreOptions.in(copy).withSegmentBytes(64 << 10)))
          .as(damage.name())
          .isInstanceOf(StoreUnusable.class)
          .hasMessageContaining("weir restore");
      assertThat(Files.exists(manifest)).as(damage.name()).isEqualTo(exists);
      assertThat(CollectedFindings.in(copy).findings).as(damage.name()).isNotEmpty();
      Folders.delete(copy);
    }
  }

  private StoppedPage damage() throws IOException {
    var pages =
        StoppedPage.of(folder).stream().filter(page -> page.shard() == SHARD).toList();
    var page = pages.get(pages.size() / 2);
    page.flip(page.page().lengthBytes() - 1, 0);
    return page;
  }

  private List<String> pageFiles() throws IOException {
    try (var files = Files.walk(folder.resolve("pages"))) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  private static void await(BooleanSupplier condition) {
    var giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      Thread.onSpinWait();
    }
  }

  private static Entity get(TestStore store, Entity entity) {
    return store
        .tables()
        .get(TestStore.TABLE, new EntityKey(entity.partitionKey(), entity.rowKey()), Selection.ALL)
        .block(TestStore.PATIENCE);
  }

  private static int shardOf(TestStore store, Entity entity) {
    var table = Objects.requireNonNull(
        store.engine().store().catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE));
    var key = new EntityKey(entity.partitionKey(), entity.rowKey());
    return store.engine().store().groups().ofTreeKey(TreeKeys.of(table.id(), key.encoded()));
  }
}
