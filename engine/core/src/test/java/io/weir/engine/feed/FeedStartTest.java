package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedSettings;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableSetting;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.engine.TestStore;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a feed starts: the beginning, a time and tokens, and the starts that are refused. */
final class FeedStartTest extends FollowedStore {

  @Test
  void aTokenInsideABatchRepeatsTheBatch() {
    var feed = followNow(FeedScope.of(TABLE));
    store.fill("p", 3, 8);
    var first = feed.change();

    var again = follow(FeedScope.of(TABLE), FeedStart.after(first.token()));

    assertThat(again.change()).isEqualTo(first);
  }

  @Test
  void aTokenContinuesAfterARestartWithoutLossOrRepetition() throws IOException {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var token = feed.change().token();
    upsert("p", "2");
    store.restart();
    upsert("p", "3");

    var again = follow(FeedScope.of(TABLE), FeedStart.after(token));

    assertThat(again.change().key().rowKey()).isEqualTo("2");
    assertThat(again.change().key().rowKey()).isEqualTo("3");
  }

  @Test
  void theBeginningIsTheExistingEntitiesAndThenTheChanges() {
    store.fill("p", 200, 8);
    store.fill("q", 3, 8);

    var feed = follow(FeedScope.of(TABLE), FeedStart.BEGINNING);

    var keys = new ArrayList<EntityKey>();
    for (var i = 0; i < 203; i++) {
      var change = feed.change();
      assertThat(change.cause()).isEqualTo(FeedItem.Cause.EXISTING);
      keys.add(change.key());
    }
    assertThat(keys).doesNotHaveDuplicates();
    upsert("p", "x");
    assertThat(feed.change().key().rowKey()).isEqualTo("x");
  }

  @Test
  void aTokenAmongTheExistingEntitiesContinuesThere() {
    store.fill("p", 200, 8);
    store.fill("q", 200, 8);
    var feed = follow(FeedScope.of(TABLE), FeedStart.BEGINNING);
    var seen = new ArrayList<EntityKey>();
    FeedToken token = feed.any().token();
    for (var i = 0; i < 250; i++) {
      var change = feed.change();
      seen.add(change.key());
      token = change.token();
    }

    var again = follow(FeedScope.of(TABLE), FeedStart.after(token));

    for (var i = 0; i < 150; i++) {
      seen.add(again.change().key());
    }
    assertThat(seen).doesNotHaveDuplicates();
  }

  @Test
  void aTimeStartsAtTheFirstChangeThatIsNotOlder() {
    upsert("p", "1");
    upsert("p", "2");
    var second = store.all().get(1).timestamp().orElseThrow().toInstant();

    var feed = follow(FeedScope.of(TABLE), FeedStart.since(second));
    var all = follow(FeedScope.of(TABLE), FeedStart.since(Instant.parse("2000-01-01T00:00:00Z")));

    assertThat(feed.change().key().rowKey()).isEqualTo("2");
    assertThat(all.change().key().rowKey()).isEqualTo("1");
  }

  @Test
  void tokensOfOtherFeedsAreRefused() {
    var ofTable = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var token = ofTable.change().token();

    assertRefused(FeedScope.ACCOUNT, token, "ofOtherFeed");
    assertRefused(FeedScope.of(OTHER), token, "ofOtherFeed");
    assertRefused(FeedScope.of(TABLE), new FeedToken("AAAA"), "malformed");
    assertRefused(FeedScope.of(TABLE), new FeedToken(token.text() + "A"), "malformed");
  }

  @Test
  void aTokenOfAnotherStoreIsRefused(@TempDir Path elsewhere) throws IOException {
    var feed = followNow(FeedScope.of(TABLE));
    upsert("p", "1");
    var token = feed.change().token();

    try (var other = TestStore.open(
        StoreOptions.in(elsewhere).withSegmentBytes(16 << 20).withPartitionGroups(4))) {
      other.create();
      assertRefused(other, FeedScope.of(TABLE), token, "ofOtherStore");
    }
  }

  private void assertRefused(FeedScope scope, FeedToken token, String reason) {
    assertRefused(store, scope, token, reason);
  }

  private static void assertRefused(TestStore by, FeedScope scope, FeedToken token, String reason) {
    assertThatThrownBy(
            () -> by.tables().changes(scope, FeedStart.after(token)).blockFirst(TestStore.PATIENCE))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            failure -> assertThat(failure.facts()).isEqualTo("feedToken=" + reason));
  }

  @Test
  void aTableThatDoesNotExistHasNoFeed() {
    assertThatThrownBy(() -> store
            .tables()
            .changes(FeedScope.of(OTHER), FeedStart.NOW)
            .blockFirst(TestStore.PATIENCE))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void aStoreInMemoryHasNoFeed(@TempDir Path scratch) throws IOException {
    try (var memory = TestStore.open(StoreOptions.in(scratch).withDurability(Durability.MEMORY))) {
      memory.create();
      assertThatThrownBy(() -> memory
              .engine()
              .account(AccountName.DEVELOPMENT)
              .changes(FeedScope.of(TABLE), FeedStart.NOW)
              .blockFirst(Duration.ofSeconds(30)))
          .isInstanceOfSatisfying(
              InvalidRequestException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED));
      assertThatThrownBy(() -> memory
              .tables()
              .set(TABLE, TableSetting.FEED, new FeedSettings(true))
              .block(TestStore.PATIENCE))
          .isInstanceOfSatisfying(
              InvalidRequestException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED));
    }
  }
}
