package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.TestStore;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.disk.DiskSpace;
import io.weir.engine.disk.ForceFailed;
import io.weir.engine.disk.SpaceOnDisk;
import io.weir.engine.offline.CollectedFindings;
import io.weir.engine.store.recovery.Retention;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * A shard that stays refused because of damage: the others serve, checkpoints leave it out, and
 * nothing of its log is lost.
 */
final class LeftOutShardTest extends IrreparableStore {

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

  @Test
  void aShardThatIsTakenOutAgainWhileItsRebuildEndsIsRebuiltAgain() throws IOException {
    damage();
    var space = new FailingForces();
    space.holding = true;
    try (var store = TestStore.open(small(), space.environment())) {
      await(() -> store.engine().health().lasting());
      space.failing = true;
      store.upsert(TestStore.entity("new", "r", 100));
      assertThatThrownBy(store.engine().store()::checkpoint).isInstanceOf(IOException.class);
      space.failing = false;
      var refused = entities.stream()
          .filter(each -> shardOf(store, each) == SHARD)
          .findAny()
          .orElseThrow();
      assertThatThrownBy(() -> get(store, refused)).isInstanceOf(ServiceBusyException.class);

      space.holding = false;

      await(() -> store.engine().health().reason().contains("cannot be rebuilt"));
    }
  }

  /** Forces of the shard's page files fail while the test says so. */
  private static final class FailingForces implements DiskSpace {

    private volatile boolean failing;

    /** Whether the thread of a rebuild waits after it has told the shard to serve. */
    private volatile boolean holding;

    StoreEnvironment environment() {
      var system = StoreEnvironment.SYSTEM;
      return new StoreEnvironment(
          SpaceOnDisk.of(this),
          system.workThreads(),
          system.feedThreads(),
          system.pageThreads(),
          system.startLog(),
          this::pause,
          system.nanoClock());
    }

    private void pause() {
      do {
        StoreEnvironment.SYSTEM.pause().run();
      } while (holding && isServing());
    }

    private static boolean isServing() {
      return StackWalker.getInstance()
          .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("serve")));
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

  /**
   * The log changes the damaged page, and new tables; only the shard is refused, and nothing of the
   * log is lost.
   */
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

  /**
   * Places that were kept for a pin are used again, although the shard was refused when the pin
   * ended.
   */
  @Test
  void placesOfAPinAreReleasedAfterTheShardServesAgain() throws IOException {
    var threads = new HeldThreads();
    try (var store = TestStore.open(small(), threads.environment());
        var unused = threads.rest()) {
      var engine = store.engine().store();
      try (var pin = engine.files().pinCheckpoint("a test")) {
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

  /**
   * The leaf of the catalog shrinks, so a write would compare it with the damaged leaf beside it.
   */
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
}
