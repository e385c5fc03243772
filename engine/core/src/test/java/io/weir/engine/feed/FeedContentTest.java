package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedGroups;
import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedItem.Checkpoint;
import io.weir.api.FeedItem.RangeRemoved;
import io.weir.api.FeedItem.TableDropped;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a feed reports, and in which order: writes, batches, removals, expiry and dropped tables.
 */
final class FeedContentTest extends FollowedStore {

  @Test
  void reportsWritesAndRemovalsInOrder() {
    var feed = followNow(FeedScope.of(TABLE));

    upsert("p", "1");
    upsert("p", "2");
    delete("p", "1");

    var first = feed.change();
    assertThat(first.table()).isEqualTo(TABLE);
    assertThat(first.key()).isEqualTo(new EntityKey("p", "1"));
    assertThat(first.after())
        .hasValueSatisfying(entity ->
            assertThat(entity.timestampTicks()).isEqualTo(first.timestamp().ticks()));
    assertThat(first.cause()).isEqualTo(FeedItem.Cause.WRITE);
    assertThat(feed.change().key().rowKey()).isEqualTo("2");
    var removal = feed.change();
    assertThat(removal.key().rowKey()).isEqualTo("1");
    assertThat(removal.after()).isEmpty();
    assertThat(removal.timestamp().ticks()).isGreaterThan(first.timestamp().ticks());
  }

  @Test
  void reportsTheAskedPartitionGroupsOnly() {
    upsert("a", "0");
    upsert("b", "0");
    var all = follow(FeedScope.of(TABLE), FeedStart.BEGINNING);
    var group = all.change().partitionGroup();
    assertThat(all.change().partitionGroup()).isNotEqualTo(group);
    var only = follow(FeedScope.of(TABLE).in(FeedGroups.only(group)), FeedStart.BEGINNING);
    var others =
        follow(FeedScope.of(TABLE).in(FeedGroups.except(Set.of(group))), FeedStart.BEGINNING);
    // both have begun when they have reported something; a feed that begins after the drop would
    // find no entity
    var begun = Map.of(only, only.change(), others, others.change());

    store
        .tables()
        .commit(new JointCommit(List.of(put("a", "1"), put("b", "1"), put("a", "2"))))
        .block(TestStore.PATIENCE);
    store.tables().deleteTable(TABLE).block(TestStore.PATIENCE);

    var reported = new ArrayList<EntityKey>();
    for (var feed : List.of(only, others)) {
      assertThat(begun.get(feed).partitionGroup() == group).isEqualTo(feed == only);
      reported.add(begun.get(feed).key());
      for (var item = feed.next(); !(item instanceof TableDropped); item = feed.next()) {
        var change = (Change) item;
        assertThat(change.partitionGroup() == group).isEqualTo(feed == only);
        reported.add(change.key());
      }
    }
    assertThat(reported)
        .containsExactlyInAnyOrder(
            new EntityKey("a", "0"),
            new EntityKey("b", "0"),
            new EntityKey("a", "1"),
            new EntityKey("b", "1"),
            new EntityKey("a", "2"));
  }

  private static TableWrite put(String partition, String row) {
    return new TableWrite.Change(TABLE, new Write.Insert(TestStore.entity(partition, row, 8)));
  }

  @Test
  void aBatchIsARunOfChangesWithOneNumberAndACheckpointAfterIt() {
    var feed = followNow(FeedScope.of(TABLE));

    store.fill("p", 3, 8);

    var batch = List.of(feed.change(), feed.change(), feed.change());
    assertThat(batch).extracting(Change::batch).containsOnly(batch.get(0).batch());
    assertThat(feed.any()).isEqualTo(new Checkpoint(batch.get(2).token()));
    upsert("p", "x");
    assertThat(feed.change().batch()).isNotEqualTo(batch.get(0).batch());
  }

  @Test
  void aJointCommitOfSeveralTablesIsOneRun() {
    store.tables().createTable(OTHER).block(TestStore.PATIENCE);
    var feed = followNow(FeedScope.ACCOUNT);

    store
        .tables()
        .commit(JointCommit.of(
            TableWrite.of(TABLE, new Write.Insert(TestStore.entity("a", "1", 8))),
            TableWrite.of(OTHER, new Write.Insert(TestStore.entity("b", "1", 8)))))
        .block(TestStore.PATIENCE);

    var changes = List.of(feed.change(), feed.change());
    assertThat(changes).extracting(Change::table).containsExactlyInAnyOrder(TABLE, OTHER);
    assertThat(changes.get(0).batch()).isEqualTo(changes.get(1).batch());
  }

  @Test
  void aRangeRemovalNamesItsGroupAndRange() {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var group = feed.change().partitionGroup();

    store
        .tables()
        .deleteRange(TABLE, FilterParser.parse("PartitionKey eq 'p' and RowKey lt '5'"))
        .block(TestStore.PATIENCE);

    var removed = (RangeRemoved) feed.next();
    assertThat(removed.partitionGroup()).isEqualTo(group);
    assertThat(removed.holds(new EntityKey("p", "1"))).isTrue();
    assertThat(removed.holds(new EntityKey("p", "5"))).isFalse();
    assertThat(removed.holds(new EntityKey("q", "1"))).isFalse();
  }

  @Test
  void theSweepReportsExpiredEntitiesAsRemovedByExpiry(@TempDir Path other) throws IOException {
    var options = StoreOptions.in(other)
        .withSegmentBytes(16 << 20)
        .withPartitionGroups(1)
        .withExpirySweep(Duration.ofMillis(20));
    try (var expiring = TestStore.open(options)) {
      expiring.create();
      expiring
          .tables()
          .set(TABLE, TableSetting.EXPIRY, new AtProperty("Until"))
          .block(TestStore.PATIENCE);
      var changes = expiring
          .tables()
          .changes(FeedScope.of(TABLE), FeedStart.since(Instant.parse("2000-01-01T00:00:00Z")))
          .ofType(Change.class)
          .take(2)
          .collectList()
          .doOnSubscribe(begun -> expiring.upsert(Entity.builder("p", "1")
              .set("Until", EdmDateTime.of(Instant.EPOCH))
              .build()))
          .block(TestStore.PATIENCE);

      assertThat(changes)
          .extracting(Change::cause)
          .containsExactly(FeedItem.Cause.WRITE, FeedItem.Cause.EXPIRY);
      assertThat(changes.get(1).after()).isEmpty();
    }
  }

  @Test
  void entriesOfIndexesAreNoChanges() {
    var feed = followNow(FeedScope.ACCOUNT);
    store.declare(IndexDefinition.of("byRow", "RowKey"));
    store.awaitIndexes();

    upsert("p", "1");

    assertThat(feed.change().key()).isEqualTo(new EntityKey("p", "1"));
    delete("p", "1");
    assertThat(feed.change().after()).isEmpty();
  }

  @Test
  void aFilterSelectsByKeyAndByTheEntityAsWritten() {
    var feed = followNow(
        FeedScope.of(TABLE).where(FilterParser.parse("PartitionKey eq 'p' and Level gt 5")));

    level("p", "1", 3);
    level("q", "2", 9);
    level("p", "3", 9);
    delete("q", "2");
    delete("p", "1");

    assertThat(feed.change().key()).isEqualTo(new EntityKey("p", "3"));
    assertThat(feed.change().key()).isEqualTo(new EntityKey("p", "1"));
  }

  private void level(String partition, String row, int level) {
    store.upsert(Entity.builder(partition, row).set("Level", level).build());
  }

  @Test
  void theFeedOfATableEndsWithItsDrop() {
    var feed = followNow(FeedScope.of(TABLE));

    store.drop();

    var dropped = (TableDropped) feed.next();
    assertThat(dropped.table()).isEqualTo(TABLE);
    assertThat(feed.end()).isEqualTo("complete");
    var after = follow(FeedScope.of(TABLE), FeedStart.after(dropped.token()));
    assertThat(after.end()).isInstanceOf(NotFoundException.class);
  }

  @Test
  void aTokenOfADroppedTableStillTellsItsLastChangesAfterTheNameWasUsedAgain() {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var token = feed.change().token();
    upsert("p", "2");
    store.drop();
    store.create();
    upsert("p", "3");

    var again = follow(FeedScope.of(TABLE), FeedStart.after(token));

    assertThat(again.change().key().rowKey()).isEqualTo("2");
    assertThat(again.next()).isInstanceOf(TableDropped.class);
    assertThat(again.end()).isEqualTo("complete");
  }

  @Test
  void theFeedOfAnAccountNamesTablesThatWereDroppedSince() {
    var feed = followNow(FeedScope.ACCOUNT);
    var start = feed.firstToken();
    store.tables().createTable(OTHER).block(TestStore.PATIENCE);
    upsert("p", "1");
    store
        .tables()
        .write(OTHER, new Write.Insert(TestStore.entity("o", "1", 8)))
        .block(TestStore.PATIENCE);
    store.drop();
    store.tables().deleteTable(OTHER).block(TestStore.PATIENCE);

    var again = follow(FeedScope.ACCOUNT, FeedStart.after(start));

    assertThat(again.change().table()).isEqualTo(TABLE);
    assertThat(again.change().table()).isEqualTo(OTHER);
    assertThat(((TableDropped) again.next()).table()).isEqualTo(TABLE);
    assertThat(((TableDropped) again.next()).table()).isEqualTo(OTHER);
  }
}
