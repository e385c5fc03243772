package io.weir.engine.feed;

import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.error.ChangesLostException;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How much of the log the store keeps for feeds, and how a feed fails at a position that is no
 * longer kept.
 */
final class FeedRetentionTest {

  @Test
  void segmentsAreKeptByBytesAndAPlaceThatIsGoneIsToldSo(@TempDir Path small) throws IOException {
    var options = StoreOptions.in(small)
        .withPartitionGroups(1)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(1 << 30)
        .withRetention(new Retention(Duration.ofDays(1), 300_000));
    try (var kept = TestStore.open(options)) {
      kept.create();
      var first = kept.tables()
          .changes(FeedScope.of(TABLE), FeedStart.NOW)
          .map(FeedItem::token)
          .blockFirst(TestStore.PATIENCE);
      kept.fill("p", 800, 500);
      var middle = kept.tables()
          .changes(FeedScope.of(TABLE), FeedStart.NOW)
          .map(FeedItem::token)
          .blockFirst(TestStore.PATIENCE);
      kept.fill("q", 400, 500);

      kept.engine().store().checkpoint();

      // up to the limit, and a part of the segment that the snapshot ends in
      assertThat(kept.engine().store().feedUse().keptBytes()).isBetween(150_000L, 364_000L);
      kept.restart(); // the newest records are in memory, whether their segments are kept or not
      assertThatThrownBy(() -> kept.tables()
              .changes(FeedScope.of(TABLE), FeedStart.after(first))
              .filter(Change.class::isInstance)
              .blockFirst(TestStore.PATIENCE))
          .isInstanceOf(ChangesLostException.class);
      assertThatThrownBy(() -> kept.tables()
              .changes(FeedScope.of(TABLE), FeedStart.since(Instant.parse("2000-01-01T00:00:00Z")))
              .filter(Change.class::isInstance)
              .blockFirst(TestStore.PATIENCE))
          .isInstanceOf(ChangesLostException.class);
      assertThat(kept.tables()
              .changes(FeedScope.of(TABLE), FeedStart.after(middle))
              .ofType(Change.class)
              .take(400)
              .map(change -> change.key().partitionKey())
              .distinct()
              .collectList()
              .block(TestStore.PATIENCE))
          .containsExactly("q");
    }
  }

  @Test
  void withoutRetentionASnapshotDeletesTheLogBeforeIt(@TempDir Path small) throws IOException {
    var options = StoreOptions.in(small)
        .withPartitionGroups(1)
        .withSegmentBytes(64 << 10)
        .withCheckpointLogBytes(1 << 30)
        .withRetention(Retention.NONE);
    try (var bare = TestStore.open(options)) {
      bare.create();
      bare.fill("p", 400, 500);

      bare.engine().store().checkpoint();

      assertThat(bare.engine().store().feedUse().keptBytes()).isLessThan(64 << 10);
    }
  }
}
