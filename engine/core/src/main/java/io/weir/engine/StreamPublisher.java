package io.weir.engine;

import io.weir.api.StreamItem;
import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.Loops;
import io.weir.engine.scan.Scan;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * A query's result as a stream. Each subscription scans independently. See
 * {@link StreamSubscription}.
 */
final class StreamPublisher extends Flux<StreamItem> {

  private final Supplier<Scan> scans;
  private final Loops loops;
  private final LongSupplier nanoClock;

  StreamPublisher(Supplier<Scan> scans, Loops loops, LongSupplier nanoClock) {
    this.scans = scans;
    this.loops = loops;
    this.nanoClock = nanoClock;
  }

  @Override
  public void subscribe(CoreSubscriber<? super StreamItem> subscriber) {
    Scan scan;
    try {
      scan = scans.get();
    } catch (TableServiceException e) {
      Operators.error(subscriber, e);
      return;
    }
    subscriber.onSubscribe(new StreamSubscription(subscriber, scan, loops, nanoClock));
  }
}
