package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem.Change;
import io.weir.api.FeedItem.Checkpoint;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.engine.TestStore;
import io.weir.engine.follow.FollowerMemory;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many feeds that are behind the shared tail of the log, or stand still, use the memory of one. */
final class FeedMemoryTest {

  private static final long LIMIT_BYTES = 256 << 10;

  /**
   * A chunk for each of two reading threads, and a record of 100 entities of 1,000 bytes for each
   * of two loops.
   */
  private static final long OVER_BYTES = 4 * (130 << 10);

  private static final int FEEDS = 40;
  private static final int ROWS = 7_000; // the tail of 4 MiB does not hold them

  private final List<FeedConsumer> consumers = new ArrayList<>();
  private TestStore store;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    var options = StoreOptions.in(folder).withPartitionGroups(2);
    store = TestStore.open(options.withMemory(options.memory().withFeedBytes(LIMIT_BYTES)));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    consumers.forEach(FeedConsumer::cancel);
    store.close();
  }

  @Test
  void feedsThatAreBehindShareTheLimitAndMissNothing() throws InterruptedException {
    var first = subscribe(FeedStart.NOW);
    first.request(1);
    assertThat(first.any()).isInstanceOf(Checkpoint.class);
    store.fill("p", ROWS, 1_000);
    var token = first.firstToken();
    consumers.remove(first);
    first.cancel();
    for (var i = 0; i < FEEDS; i++) {
      subscribe(FeedStart.after(token));
    }

    takeInTwoSteps(60);
  }

  @Test
  void feedsOfExistingEntitiesShareTheLimitAndMissNothing() throws InterruptedException {
    store.fill("p", ROWS, 1_000);
    for (var i = 0; i < FEEDS; i++) {
      subscribe(FeedStart.BEGINNING);
    }

    takeInTwoSteps(30);
  }

  /**
   * Lets every feed stop inside a batch or a slice, so that it holds the rest or gives it up, and
   * then go on.
   */
  private void takeInTwoSteps(int some) throws InterruptedException {
    for (var feed : consumers) {
      feed.request(some);
    }
    var taken = new int[consumers.size()];
    for (var i = 0; i < consumers.size(); i++) {
      taken[i] = takeFirst(consumers.get(i), some);
      assertThat(memory().heldBytes()).isLessThanOrEqualTo(LIMIT_BYTES + OVER_BYTES);
    }
    for (var feed : consumers) {
      feed.request(Long.MAX_VALUE);
    }
    for (var i = 0; i < consumers.size(); i++) {
      for (var row = taken[i]; row < ROWS; row++) {
        assertThat(rowOf(consumers.get(i))).isEqualTo(row);
      }
      assertThat(memory().heldBytes()).isLessThanOrEqualTo(LIMIT_BYTES + OVER_BYTES);
    }
    consumers.forEach(FeedConsumer::cancel);
    for (var patience = 0; patience < 3000 && memory().heldBytes() > 0; patience++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(memory().heldBytes()).isZero();
  }

  /**
   * Takes so many items, checkpoints among them. Returns the number of changes, which are the first
   * rows.
   */
  private static int takeFirst(FeedConsumer feed, int items) {
    var changes = 0;
    for (var i = 0; i < items; i++) {
      if (feed.any() instanceof Change change) {
        assertThat(Integer.parseInt(change.key().rowKey())).isEqualTo(changes++);
      }
    }
    return changes;
  }

  private static int rowOf(FeedConsumer feed) {
    return Integer.parseInt(feed.change().key().rowKey());
  }

  private FeedConsumer subscribe(FeedStart start) {
    var consumer = new FeedConsumer();
    consumers.add(consumer);
    store.tables().changes(FeedScope.of(TestStore.TABLE), start).subscribe(consumer);
    return consumer;
  }

  private FollowerMemory memory() {
    var log = store.engine().store().published();
    assertThat(log).isNotNull();
    return log.memory();
  }
}
