package io.weir.engine.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.error.ConflictException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.queue.NewMessage;
import io.weir.api.queue.QueueName;
import io.weir.api.queue.Take;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.TestStore;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.disk.FolderReplacement;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.store.StoreIdentity;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that is rewritten has the same contents, in other partition groups. */
@Tag(Effort.THOROUGHLY)
final class ReshardTest {

  private static final TableName TABLE = TestStore.TABLE;
  private static final TableName PLAIN = new TableName("Plain");
  private static final QueueName QUEUE = new QueueName("packing");
  private static final int GROUPS = 4;
  private static final int PARTITIONS = 40;
  private static final int ROWS = 5;

  @TempDir
  Path scratch;

  private long lastTicks;

  private Path folder() {
    return scratch.resolve("store");
  }

  private FolderReplacement replacement() {
    return new FolderReplacement(folder());
  }

  private TestStore open() throws IOException {
    return TestStore.open(
        StoreOptions.in(folder()).withSegmentBytes(16 << 20).withPartitionGroups(GROUPS));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 11, 256})
  void aRewrittenStoreHasTheSameEntitiesWithTheirETagsAndAnswersByItsIndexes(int groups)
      throws IOException {
    var before = filled();

    var report = reshard(groups);

    assertThat(report.before()).isEqualTo(GROUPS);
    assertThat(StoreIdentity.read(FolderOnDisk.in(folder())).partitionGroups()).isEqualTo(groups);
    assertThat(contents()).isEqualTo(before);
    try (var store = open()) {
      assertThat(store
              .tables()
              .query(TABLE, Query.ALL.where("Name eq 'name 7'"))
              .map(Entity::key)
              .collectList()
              .block(TestStore.PATIENCE))
          .containsExactly(new EntityKey("p7", "r0"));
      assertThatThrownBy(() -> store
              .tables()
              .write(
                  TABLE,
                  new Write.Insert(
                      Entity.builder("other", "r").set("Code", "c3").build()))
              .block(TestStore.PATIENCE))
          .as("the unique index knows its claims")
          .isInstanceOf(ConflictException.class);
    }
    assertSound(folder());
    assertSound(replacement().old());
  }

  @Test
  void newTimestampsAreAboveThoseOfTheOldStore() throws IOException {
    filled();

    reshard(9);

    try (var store = open()) {
      var ticks = store
          .tables()
          .write(TABLE, new Write.Upsert(Entity.builder("p1", "r0").build(), WriteMode.REPLACE))
          .blockOptional(TestStore.PATIENCE)
          .orElseThrow()
          .timestampTicks();
      assertThat(ticks).isGreaterThan(lastTicks);
    }
  }

  @Test
  void whatWasDroppedOrHasExpiredDoesNotComeBack() throws IOException {
    var before = filled();
    var gone = new TableName("Gone");
    try (var store = open()) {
      store.tables().createTable(gone).block(TestStore.PATIENCE);
      store
          .tables()
          .write(gone, new Write.Insert(Entity.builder("p", "r").build()))
          .block(TestStore.PATIENCE);
      store.tables().deleteTable(gone).block(TestStore.PATIENCE);
      store.tables().set(PLAIN, TableSetting.EXPIRY, Expiry.at("Until")).block(TestStore.PATIENCE);
      store
          .tables()
          .write(
              PLAIN,
              new Write.Insert(
                  Entity.builder("q0", "expired").set("Until", Instant.EPOCH).build()))
          .block(TestStore.PATIENCE);
    }

    reshard(9);

    assertThat(contents()).isEqualTo(before);
    try (var store = open()) {
      assertThat(store.tables().tables().collectList().block(TestStore.PATIENCE))
          .containsExactlyInAnyOrder(TABLE, PLAIN);
      assertThat(store.tables().setting(PLAIN, TableSetting.EXPIRY).block(TestStore.PATIENCE))
          .isEqualTo(Expiry.at("Until"));
    }
    assertSound(folder());
  }

  @Test
  void messagesStayInTheirOrder() throws IOException {
    try (var store = open()) {
      var queues = store.engine().queues(AccountName.DEVELOPMENT);
      queues.create(QUEUE).block(TestStore.PATIENCE);
      for (var i = 0; i < 20; i++) {
        queues.put(QUEUE, NewMessage.of("m" + i)).block(TestStore.PATIENCE);
      }
    }

    reshard(7);

    try (var store = open()) {
      var queues = store.engine().queues(AccountName.DEVELOPMENT);
      var taken = new ArrayList<String>();
      for (var i = 0; i < 20; i++) {
        queues
            .take(QUEUE, Take.upTo(1))
            .blockOptional(TestStore.PATIENCE)
            .orElseThrow()
            .forEach(message -> taken.add(message.text()));
      }
      assertThat(taken)
          .containsExactlyElementsOf(
              IntStream.range(0, 20).mapToObj(i -> "m" + i).toList());
    }
  }

  @Test
  void theOldStoreIsKeptAndCanBeOpened() throws IOException {
    var before = filled();

    assertThat(reshard(9).old()).isEqualTo(replacement().old());

    try (var store =
        TestStore.open(StoreOptions.in(replacement().old()).withSegmentBytes(16 << 20))) {
      assertThat(contents(store)).isEqualTo(before);
      assertThat(store.engine().store().groups().count()).isEqualTo(GROUPS);
    }
  }

  @Test
  void aStoreIsWrittenIntoAnotherFolder() throws IOException {
    var before = filled();
    var target = scratch.resolve("elsewhere/store");

    try (var loops = EmbeddedLoops.start(1)) {
      Reshard.to(folder(), target, order(9), loops.loops(), CopyListener.NOBODY);
    }

    try (var store = TestStore.open(StoreOptions.in(target).withSegmentBytes(16 << 20))) {
      assertThat(contents(store)).isEqualTo(before);
    }
    assertThat(contents()).isEqualTo(before);
    assertRefused("exists", () -> {
      try (var loops = EmbeddedLoops.start(1)) {
        Reshard.to(folder(), target, order(9), loops.loops(), CopyListener.NOBODY);
      }
    });
  }

  @Test
  void whatCannotBeRewrittenIsRefused() throws IOException {
    assertRefused("holds no store", () -> reshard(9));
    filled();
    assertRefused("has this number", () -> reshard(GROUPS));
    assertThatThrownBy(() -> reshard(257)).hasMessageContaining("1 to 256");
    assertThatThrownBy(() -> reshard(0)).hasMessageContaining("1 to 256");
    Files.createDirectory(replacement().old());
    assertRefused("move it away", () -> reshard(9));
    Files.delete(replacement().old());
    var foreign =
        Files.writeString(Files.createDirectory(replacement().next()).resolve("mine"), "text");
    assertRefused("move it away", () -> reshard(9));
    assertThat(foreign).hasContent("text");
  }

  @Test
  void aStoreInUseIsRefused() throws IOException {
    filled();
    try (var store = open()) {
      assertThatThrownBy(() -> reshard(9)).hasMessageContaining("locked");
      assertThat(contents(store)).isNotEmpty();
    }
    assertThat(replacement().next()).doesNotExist();
  }

  @Test
  void aStoreWithConsumersIsRefusedUnlessTheyMayLoseTheirPositions() throws IOException {
    var before = filled();
    try (var store = open()) {
      store
          .tables()
          .consumers()
          .create(new ConsumerName("search"), Optional.empty(), FeedStart.NOW)
          .block(TestStore.PATIENCE);
    }
    assertRefused("--lose-consumers", () -> reshard(9));

    try (var loops = EmbeddedLoops.start(1)) {
      Reshard.inPlace(folder(), new Reshard.Order(9, true), loops.loops(), CopyListener.NOBODY);
    }

    assertThat(contents()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Rewriting", "Building", "Verifying", "Writing the checkpoint"})
  void aFailureAtAnyStepLeavesTheOldStore(String step) throws IOException {
    var before = filled();

    assertThatThrownBy(() -> reshard(9, new FailingAt(step))).hasMessage(step);

    assertThat(replacement().next()).doesNotExist();
    assertThat(replacement().old()).doesNotExist();
    assertThat(contents()).isEqualTo(before);
    reshard(9);
    assertThat(contents()).isEqualTo(before);
  }

  /** As a process that dies leaves it, which deletes nothing. */
  @Test
  void whatAnInterruptedAttemptLeftIsWrittenAnew() throws IOException {
    var before = filled();
    replacement().prepare();
    Files.createDirectories(replacement().next().resolve("log"));
    Files.writeString(replacement().next().resolve(StoreIdentity.FILE), "half");
    assertThat(contents()).as("the old store opens meanwhile").isEqualTo(before);

    reshard(9);

    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void aCrashBetweenTheRenamesIsFinishedByTheNextStart() throws IOException {
    var before = filled();
    reshard(9);
    Files.move(folder(), replacement().next());
    new SmallFile(FolderOnDisk.in(replacement().next()), "REPLACEMENT").write("complete");

    assertThatThrownBy(() -> assertSound(folder()))
        .as("a check changes nothing")
        .isInstanceOf(CannotCheck.class)
        .hasMessageContaining("'weir serve'");
    assertThat(contents()).isEqualTo(before);
    assertThat(replacement().next()).doesNotExist();
  }

  private record FailingAt(String step) implements CopyListener {

    @Override
    public void begin(String task, long bytes) {
      if (task.equals(step)) {
        throw new UncheckedIOException(step, new IOException("injected"));
      }
    }

    @Override
    public void advance(long bytes) {}
  }

  private Reshard.Report reshard(int groups) throws IOException {
    return reshard(groups, CopyListener.NOBODY);
  }

  private Reshard.Report reshard(int groups, CopyListener listener) throws IOException {
    try (var loops = EmbeddedLoops.start(1)) {
      return Reshard.inPlace(folder(), order(groups), loops.loops(), listener);
    }
  }

  private static Reshard.Order order(int groups) {
    return new Reshard.Order(groups, false);
  }

  private static void assertRefused(String reason, ThrowingCallable action) {
    assertThatThrownBy(action).isInstanceOf(ReshardRefused.class).hasMessageContaining(reason);
  }

  private void assertSound(Path store) throws IOException {
    var damages = new ArrayList<Finding>();
    StoreCheck.run(store, scratch, new CheckListener() {
      @Override
      public void begin(String file, long bytes) {}

      @Override
      public void read(long bytes) {}

      @Override
      public void damaged(Finding finding) {
        damages.add(finding);
      }

      @Override
      public void remark(String what) {}
    });
    assertThat(damages).isEmpty();
  }

  /** Makes a store with two tables, one of them with indexes, and returns its contents. */
  private List<Object> filled() throws IOException {
    try (var store = open()) {
      var tables = store.tables();
      tables.createTable(TABLE).block(TestStore.PATIENCE);
      tables.createTable(PLAIN).block(TestStore.PATIENCE);
      store.declare(IndexDefinition.of("ByName", "Name"));
      store.declare(IndexDefinition.of("ByCode", "Code").uniquely());
      store.awaitIndexes();
      for (var partition = 0; partition < PARTITIONS; partition++) {
        for (var row = 0; row < ROWS; row++) {
          var key = new EntityKey("p" + partition, "r" + row);
          var entity = Entity.builder(key.partitionKey(), key.rowKey())
              .set("Name", row == 0 ? "name " + partition : "other")
              .set("Code", "c" + (partition * ROWS + row));
          lastTicks = tables
              .write(TABLE, new Write.Insert(entity.build()))
              .blockOptional(TestStore.PATIENCE)
              .orElseThrow()
              .timestampTicks();
        }
        tables
            .write(PLAIN, new Write.Insert(Entity.builder("q" + partition, "r").build()))
            .block(TestStore.PATIENCE);
      }
      tables
          .write(TABLE, new Write.Delete(new EntityKey("p0", "r1"), IfMatch.ANY))
          .block(TestStore.PATIENCE);
      return contents(store);
    }
  }

  private List<Object> contents() throws IOException {
    try (var store = open()) {
      return contents(store);
    }
  }

  /** Returns the encoded entities of both tables, with their Timestamps. */
  private static List<Object> contents(TestStore store) {
    var all = new ArrayList<Object>();
    for (var table : List.of(TABLE, PLAIN)) {
      store
          .tables()
          .query(table, Query.ALL)
          .map(Entity::toMap)
          .doOnNext(all::add)
          .blockLast(TestStore.PATIENCE);
    }
    return all;
  }
}
