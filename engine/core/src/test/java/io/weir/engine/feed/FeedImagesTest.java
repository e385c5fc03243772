package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem.Before;
import io.weir.api.FeedItem.Cause;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedItem.RangeRemoved;
import io.weir.api.FeedItem.TableDropped;
import io.weir.api.FeedScope;
import io.weir.api.FeedSettings;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.TestStore;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.Restore;
import io.weir.engine.backup.RestorePoint;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/** Before-images in a feed: removals, indexes, the limits of records, and places in the past. */
final class FeedImagesTest extends FollowedStore {

  @BeforeEach
  void keepImages() {
    keepImages(store);
  }

  private static void keepImages(TestStore of) {
    of.tables().set(TABLE, TableSetting.FEED, new FeedSettings(true)).block(TestStore.PATIENCE);
  }

  @Test
  void rangesAndDropsNameNoEntities() {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    assertThat(feed.change().before()).isEqualTo(Before.NOTHING);

    store
        .tables()
        .deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'p'"))
        .block(TestStore.PATIENCE);
    upsert("p", "1");
    store.drop();

    assertThat(feed.next()).isInstanceOf(RangeRemoved.class);
    assertThat(feed.change().before()).isEqualTo(Before.NOTHING);
    assertThat(feed.next()).isInstanceOf(TableDropped.class);
  }

  @Test
  void writesOfOneTurnSeeEachOther() {
    var feed = followNow(FeedScope.of(TABLE));
    var writes = IntStream.range(0, 200)
        .mapToObj(number -> store
            .tables()
            .write(TABLE, upsertOf(Entity.builder("p", "1").set("N", number).build())))
        .toList();

    Flux.merge(writes).blockLast(TestStore.PATIENCE);

    var last = Before.NOTHING;
    for (var i = 0; i < 200; i++) {
      var change = feed.change();
      assertThat(change.before()).isEqualTo(last);
      last = Before.of(change.after().orElseThrow());
    }
  }

  @Test
  void aTableWithIndexesHasImagesOfItsEntitiesOnly() {
    store.declare(IndexDefinition.of("byData", "Data"));
    store.declare(IndexDefinition.of("byName", "Name").uniquely());
    store.awaitIndexes();
    var feed = followNow(FeedScope.ACCOUNT);

    store.upsert(named("p", "1", "ada"));
    store.upsert(named("p", "1", "bob"));
    delete("p", "1");

    var inserted = feed.change();
    var changed = feed.change();
    var removed = feed.change();
    assertThat(inserted.before()).isEqualTo(Before.NOTHING);
    assertThat(changed.before().entity()).isEqualTo(inserted.after());
    assertThat(removed.before().entity()).isEqualTo(changed.after());
  }

  private static Entity named(String partition, String row, String name) {
    return Entity.builder(partition, row).set("Name", name).build();
  }

  @Test
  void theRemovalOfAnExpiredEntitySaysWhatWasStored(@TempDir Path other) throws IOException {
    var options =
        StoreOptions.in(other).withPartitionGroups(1).withExpirySweep(Duration.ofMillis(20));
    try (var expiring = TestStore.open(options)) {
      expiring.create();
      keepImages(expiring);
      expiring
          .tables()
          .set(TABLE, TableSetting.EXPIRY, new AtProperty("Until"))
          .block(TestStore.PATIENCE);
      var filter = FilterParser.parse("Level gt 5");
      var changes = expiring
          .tables()
          .changes(
              FeedScope.of(TABLE).where(filter),
              FeedStart.since(Instant.parse("2000-01-01T00:00:00Z")))
          .ofType(Change.class)
          .take(2)
          .collectList()
          .doOnSubscribe(begun -> {
            expiring.upsert(expired("1", 3));
            expiring.upsert(expired("2", 8));
          })
          .block(TestStore.PATIENCE);

      var all = Objects.requireNonNull(changes);
      assertThat(all).extracting(Change::cause).containsExactly(Cause.WRITE, Cause.EXPIRY);
      assertThat(all.get(1).key()).isEqualTo(new EntityKey("p", "2"));
      assertThat(all.get(1).before().entity()).isEqualTo(all.get(0).after());
    }
  }

  private static Entity expired(String row, int level) {
    return Entity.builder("p", row)
        .set("Until", EdmDateTime.of(Instant.EPOCH))
        .set("Level", level)
        .build();
  }

  @Test
  void aPlaceInThePastIsReadWithTheSettingOfThen() {
    var feed = followNow(FeedScope.of(TABLE));
    var start = feed.firstToken();
    upsert("p", "1");
    store.tables().set(TABLE, TableSetting.FEED, FeedSettings.DEFAULT).block(TestStore.PATIENCE);
    upsert("p", "1");

    var again = follow(FeedScope.of(TABLE), FeedStart.after(start));

    assertThat(again.change().before()).isEqualTo(Before.NOTHING);
    assertThat(again.change().before()).isEqualTo(Before.UNKNOWN);
  }

  @Test
  void aRestoredBackupKeepsTheSetting(@TempDir Path other) throws IOException {
    upsert("p", "1");
    var copy = other.resolve("restored");
    store.engine().backup(other.resolve("backup"), CopyListener.NOBODY).block(TestStore.PATIENCE);
    Restore.run(other.resolve("backup"), copy, new RestorePoint.End(), CopyListener.NOBODY);

    try (var restored = TestStore.open(StoreOptions.in(copy).withPartitionGroups(4))) {
      var stored = restored.all().get(0);
      var start = Objects.requireNonNull(restored
          .tables()
          .changes(FeedScope.of(TABLE), FeedStart.NOW)
          .blockFirst(TestStore.PATIENCE));
      restored.upsert(TestStore.entity("p", "1", 9));
      assertThat(changes(restored, FeedScope.of(TABLE), FeedStart.after(start.token()), 1))
          .extracting(Change::before)
          .containsExactly(Before.of(stored));
    }
  }

  @Test
  void aJointCommitOfTheLargestSizeReplacesEntitiesOfTheLargestSizeWithAllImages() {
    var feed = followNow(FeedScope.of(TABLE));

    commit(large("A", 15));
    commit(large("B", 15));

    var first = take(feed, 15);
    var second = take(feed, 15);
    assertThat(second)
        .extracting(change -> change.before().entity())
        .containsExactlyInAnyOrderElementsOf(first.stream().map(Change::after).toList());
  }

  private void commit(List<Entity> entities) {
    store
        .tables()
        .commit(new JointCommit(entities.stream()
            .map(entity -> TableWrite.of(TABLE, upsertOf(entity)))
            .toList()))
        .block(TestStore.PATIENCE);
  }

  /** Returns entities of about 1 MiB, in many partitions. */
  private static List<Entity> large(String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> {
          var entity = Entity.builder("p" + i, "r");
          for (var part = 0; part < 16; part++) {
            entity.set(prefix + part, new byte[65_000]);
          }
          return entity.build();
        })
        .toList();
  }

  @Test
  void imagesThatDoNotFitARecordAreLeftOutAndTheWriteIsDone(@TempDir Path other)
      throws IOException {
    var options = StoreOptions.in(other).withPartitionGroups(1).withSegmentBytes(256 << 10);
    try (var tight = TestStore.open(options)) {
      tight.create();
      keepImages(tight);
      for (var row = 0; row < 8; row++) {
        tight.upsert(TestStore.entity("p", "" + row, 40_000));
      }
      var scope = FeedScope.of(TABLE).where(FilterParser.parse("RowKey ne '0' and Missing eq 1"));
      var start = Objects.requireNonNull(
          tight.tables().changes(scope, FeedStart.NOW).blockFirst(TestStore.PATIENCE));

      var removals = IntStream.range(0, 8)
          .<Write>mapToObj(row -> new Write.Delete(new EntityKey("p", "" + row), IfMatch.ANY))
          .toList();
      tight.tables().submit(TABLE, new Batch(removals)).block(TestStore.PATIENCE);

      var all = changes(tight, FeedScope.of(TABLE), FeedStart.after(start.token()), 8);
      assertThat(all)
          .extracting(change -> change.before().isKnown())
          .containsExactly(true, true, true, true, true, true, false, false);
      assertThat(all).extracting(Change::after).allMatch(Optional::isEmpty);
      // no entity satisfies the filter, and what is not known may have
      assertThat(changes(tight, scope, FeedStart.after(start.token()), 2))
          .extracting(change -> change.key().rowKey())
          .containsExactly("6", "7");
    }
  }

  private static List<Change> changes(TestStore of, FeedScope scope, FeedStart start, int count) {
    return Objects.requireNonNull(of.tables()
        .changes(scope, start)
        .ofType(Change.class)
        .take(count)
        .collectList()
        .block(TestStore.PATIENCE));
  }

  private static List<Change> take(FeedConsumer feed, int count) {
    var changes = new ArrayList<Change>();
    while (changes.size() < count) {
      changes.add(feed.change());
    }
    return changes;
  }

  private static Write upsertOf(Entity entity) {
    return new Write.Upsert(entity, WriteMode.REPLACE);
  }
}
