package io.weir.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.StreamItem;
import io.weir.testkit.Arrivals;
import java.util.ArrayList;
import java.util.List;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Signal;

/**
 * A subscriber whose demand the test controls. Items arrive on any thread; the test takes them on
 * its own.
 */
final class Reader extends BaseSubscriber<StreamItem> {

  private final Arrivals<Signal<StreamItem>> signals = new Arrivals<>();

  static Reader of(Flux<StreamItem> stream) {
    var reader = new Reader();
    stream.subscribe(reader);
    return reader;
  }

  /** Requests this many items and waits for them. */
  List<StreamItem> take(int count) {
    request(count);
    var items = new ArrayList<StreamItem>();
    for (var i = 0; i < count; i++) {
      var signal = await();
      assertThat(signal.isOnNext()).as("%s", signal).isTrue();
      items.add(signal.get());
    }
    return items;
  }

  /** Requests all remaining items and waits for the end. Returns the items and the last signal. */
  Rest drain() {
    requestUnbounded();
    var items = new ArrayList<StreamItem>();
    for (var signal = await(); ; signal = await()) {
      if (!signal.isOnNext()) {
        return new Rest(items, signal);
      }
      items.add(signal.get());
    }
  }

  /** Returns the number of signals that were not taken. */
  int waiting() {
    return signals.waiting();
  }

  private Signal<StreamItem> await() {
    try {
      return signals.take(Table.PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted", e);
    }
  }

  @Override
  protected void hookOnSubscribe(Subscription subscription) {
    // requests nothing until the test does
  }

  @Override
  protected void hookOnNext(StreamItem item) {
    signals.add(Signal.next(item));
  }

  @Override
  protected void hookOnError(Throwable failure) {
    signals.add(Signal.error(failure));
  }

  @Override
  protected void hookOnComplete() {
    signals.add(Signal.complete());
  }

  /** The remaining items of a stream and its last signal. */
  record Rest(List<StreamItem> items, Signal<StreamItem> end) {

    /** Returns the items of a stream that must have ended without a failure. */
    List<StreamItem> whole() {
      if (!end.isOnComplete()) {
        throw new AssertionError("The stream failed. items=" + items.size(), end.getThrowable());
      }
      return items;
    }

    /** Throws the stream's failure, if there was one. */
    void throwFailure() throws Throwable {
      var failure = end.getThrowable();
      if (failure != null) {
        throw failure;
      }
    }
  }
}
