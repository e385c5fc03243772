package io.weir.hbase.access;

import io.weir.api.StreamItem;
import java.util.function.LongSupplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** The stream of a read, for one subscriber. */
public final class SliceStream extends Flux<StreamItem> {

  private final PlannedRead read;
  private final LongSupplier nanoClock;

  public SliceStream(PlannedRead read, LongSupplier nanoClock) {
    this.read = read;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super StreamItem> subscriber) {
    subscriber.onSubscribe(new StreamSubscription(subscriber, read, nanoClock));
  }
}
