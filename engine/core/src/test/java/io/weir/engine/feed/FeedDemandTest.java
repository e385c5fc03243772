package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem.Checkpoint;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.error.ServiceBusyException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The signals between a feed and its consumer: demand, checkpoints, cancellation, a stalled
 * consumer and the end.
 */
final class FeedDemandTest extends FollowedStore {

  @Test
  void nothingIsEmittedWithoutDemand() {
    var feed = subscribe(FeedScope.of(TABLE), FeedStart.NOW);
    feed.request(1);
    assertThat(feed.any()).isInstanceOf(Checkpoint.class);
    upsert("p", "1");
    upsert("p", "2");
    var witness = follow(FeedScope.of(TABLE), FeedStart.after(feed.firstToken()));
    witness.change();
    witness.change();

    assertThat(feed.waiting()).isEmpty();
    feed.request(1);
    var next = feed.any();
    assertThat(feed.waiting()).isEmpty();
    assertThat(next).isNotNull();
  }

  @Test
  void aConsumerThatStopsDelaysNoWriterAndFindsEverythingLater() {
    var stalled = subscribe(FeedScope.of(TABLE), FeedStart.NOW);
    stalled.request(2);
    assertThat(stalled.any()).isInstanceOf(Checkpoint.class);

    store.fill("p", 12_000, 1_000); // more than the shared tail holds

    stalled.request(Long.MAX_VALUE);
    for (var row = 0; row < 12_000; row++) {
      assertThat(stalled.change().key().rowKey()).isEqualTo(String.format("%08d", row));
    }
  }

  @Test
  void checkpointsComeWithoutChanges() {
    var feed = followNow(FeedScope.of(TABLE));

    assertThat(feed.any()).isInstanceOf(Checkpoint.class);
  }

  @Test
  void cancellingLeavesTheLog() throws InterruptedException {
    var feed = followNow(FeedScope.of(TABLE));
    var published = store.engine().store().published();
    assertThat(published.followers()).isPositive();

    feed.cancel();

    for (var patience = 0; patience < 3000 && published.followers() > 0; patience++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(published.followers()).isZero();
  }

  @Test
  void closingTheStoreFailsTheFeedAsBusy() throws IOException {
    var feed = followNow(FeedScope.of(TABLE));

    store.restart();

    assertThat(feed.end()).isInstanceOf(ServiceBusyException.class);
  }
}
