package io.weir.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.FeedItem.Checkpoint;
import io.weir.api.FeedToken;
import io.weir.engine.TestStore;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/**
 * A subscriber that requests nothing by itself. It hands its items to the test without a lock,
 * because a loop calls it.
 */
final class FeedConsumer extends BaseSubscriber<FeedItem> {

  private final ConcurrentLinkedQueue<FeedItem> items = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Object> ends = new ConcurrentLinkedQueue<>();

  /** Written by the loop before it adds the first item, read by the test. */
  private volatile @Nullable FeedToken first;

  @Override
  protected void hookOnSubscribe(Subscription subscription) {}

  @Override
  protected void hookOnNext(FeedItem item) {
    if (first == null) {
      first = item.token();
    }
    items.add(item);
  }

  @Override
  protected void hookOnError(Throwable failure) {
    ends.add(failure);
  }

  @Override
  protected void hookOnComplete() {
    ends.add("complete");
  }

  /** Returns the token of the first item that arrived. */
  FeedToken firstToken() {
    var token = first;
    assertThat(token).isNotNull();
    return token;
  }

  /** Returns the items that arrived and that the test has not taken. */
  List<FeedItem> waiting() {
    return List.copyOf(items);
  }

  /** Waits for the next item that is not a checkpoint. */
  FeedItem next() {
    var item = any();
    while (item instanceof Checkpoint) {
      item = any();
    }
    return item;
  }

  Change change() {
    return (Change) next();
  }

  FeedItem any() {
    assertThat(items.isEmpty() ? ends : List.of()).as("the end of the feed").isEmpty();
    return taken(items);
  }

  /** Waits for the end: the failure, or "complete". */
  Object end() {
    return taken(ends);
  }

  private static <T> T taken(ConcurrentLinkedQueue<T> queue) {
    var patience = System.nanoTime() + TestStore.PATIENCE.toNanos();
    var taken = queue.poll();
    while (taken == null && System.nanoTime() < patience) {
      LockSupport.parkNanos(200_000);
      taken = queue.poll();
    }
    assertThat(taken).as("the next signal within 30 s").isNotNull();
    return taken;
  }
}
