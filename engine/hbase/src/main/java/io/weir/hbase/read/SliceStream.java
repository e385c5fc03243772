package io.weir.hbase.read;

import io.weir.api.StreamItem;
import java.util.function.LongSupplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

/** The stream of one walk, for one subscriber. */
public final class SliceStream extends Flux<StreamItem> {

  private final KeyWalk walk;
  private final LongSupplier nanoClock;

  public SliceStream(KeyWalk walk, LongSupplier nanoClock) {
    this.walk = walk;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super StreamItem> subscriber) {
    subscriber.onSubscribe(new StreamSubscription(subscriber, walk, nanoClock));
  }
}
