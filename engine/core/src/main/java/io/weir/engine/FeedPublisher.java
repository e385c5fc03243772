package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.error.TableServiceException;
import io.weir.engine.store.Store;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/** A change feed. Each subscription follows the log by itself. See {@link FeedSubscription}. */
final class FeedPublisher extends Flux<FeedItem> {

  private static final AtomicInteger NEXT_LOOP = new AtomicInteger();

  private final Store store;
  private final AccountName account;
  private final FeedScope scope;
  private final FeedStart start;

  FeedPublisher(Store store, AccountName account, FeedScope scope, FeedStart start) {
    this.store = store;
    this.account = account;
    this.scope = scope;
    this.start = start;
  }

  @Override
  public void subscribe(CoreSubscriber<? super FeedItem> subscriber) {
    var loops = store.loops();
    var current = loops.current();
    var loop = current != null
        ? current
        : loops.all().get(Math.floorMod(NEXT_LOOP.getAndIncrement(), loops.all().size()));
    FeedSubscription subscription;
    try {
      subscription = new FeedSubscription(subscriber, loop, store, account, scope, start);
    } catch (TableServiceException e) {
      Operators.error(subscriber, e);
      return;
    }
    subscription.open();
    scope
        .table()
        .map(name -> store.catalog().find(account, name))
        .ifPresent(table -> store.observer().followed(table.id()));
    subscriber.onSubscribe(subscription);
  }
}
