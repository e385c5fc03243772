package io.weir.engine;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.error.TableServiceException;
import io.weir.engine.feed.SubscriberCursor;
import io.weir.engine.loop.DrainToken;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Turns;
import io.weir.engine.store.Store;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * One subscriber's change feed. It emits only what the subscriber has requested, on one loop, in
 * the loop's turns of streams.
 *
 * <p>While nothing is requested, the cursor does not move. It keeps what it has read unless other
 * feeds need the memory.
 *
 * <p>{@link #request} and {@link #cancel}: any thread. The holder of the {@link DrainToken} owns
 * the cursor; a subscription that has ended keeps the token.
 */
final class FeedSubscription implements Subscription {

  private final CoreSubscriber<? super FeedItem> subscriber;
  private final Loop loop;
  private final SubscriberCursor cursor;
  private final AtomicLong requested = new AtomicLong();
  private final DrainToken token = new DrainToken();
  private volatile boolean cancelled;

  FeedSubscription(
      CoreSubscriber<? super FeedItem> subscriber,
      Loop loop,
      Store store,
      AccountName account,
      FeedScope scope,
      FeedStart start) {
    this.subscriber = subscriber;
    this.loop = loop;
    this.cursor = new SubscriberCursor(store, account, scope, start, this::wake);
  }

  /** Begins to follow the log. Called once, before the subscriber learns of the subscription. */
  void open() {
    cursor.open();
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      wake();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    wake();
  }

  private void wake() {
    if (token.acquire()) {
      loop.execute(() -> turns().take(this::drain));
    }
  }

  private Turns turns() {
    return loop.longWork().streams();
  }

  private void drain() {
    var turns = turns();
    int calls;
    do {
      calls = token.calls();
      if (!emitWhileRequested(turns)) {
        return;
      }
    } while (!token.release(calls));
  }

  /** Returns false when the feed has ended or waits for a turn; the token is then kept. */
  private boolean emitWhileRequested(Turns turns) {
    var worked = false;
    while (requested.get() > 0 || cancelled) {
      if (cancelled) {
        cursor.close();
        return false;
      }
      if (worked && turns.isOver()) {
        cursor.pause();
        turns.await(this::drain);
        return false;
      }
      worked = true;
      switch (advance()) {
        case ITEM -> emit();
        case WORK -> {}
        case WAIT -> {
          return true;
        }
        case END -> {
          cursor.close();
          return false;
        }
      }
    }
    cursor.rest();
    return true;
  }

  /** Does a piece of work. Signals the end or the failure of the feed. */
  private SubscriberCursor.Step advance() {
    SubscriberCursor.Step step;
    try {
      step = cursor.advance();
    } catch (TableServiceException e) {
      subscriber.onError(e);
      return SubscriberCursor.Step.END;
    }
    if (step == SubscriberCursor.Step.END) {
      subscriber.onComplete();
    }
    return step;
  }

  private void emit() {
    subscriber.onNext(cursor.item());
    if (requested.get() != Long.MAX_VALUE) {
      requested.decrementAndGet();
    }
  }
}
