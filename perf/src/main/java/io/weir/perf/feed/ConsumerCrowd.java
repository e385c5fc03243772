package io.weir.perf.feed;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.edm.EdmString;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.perf.report.FeedTask;
import io.weir.perf.scenario.Disturbance;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Round;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Consumers of one table that run beside its writers. Closing cancels them. Any thread;
 * {@link #begin} and {@link #close} block.
 */
final class ConsumerCrowd implements Disturbance.Running {

  private static final double NANOS_A_SECOND = 1e9;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /**
   * Slow consumers request in so many groups, one after the other, so that a second has no burst.
   */
  private static final int GROUPS = 100;

  private static final Duration BETWEEN_GROUPS = Duration.ofSeconds(1).dividedBy(GROUPS);

  private final List<Consumer> consumers;
  private final LongAdder changes = new LongAdder();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final Disposable requests;
  private final long begunNanos = System.nanoTime();

  private ConsumerCrowd(int count, long demand) {
    this.consumers =
        IntStream.range(0, count).mapToObj(any -> new Consumer(demand)).toList();
    this.requests = demand == Long.MAX_VALUE
        ? Disposables.disposed()
        : Flux.interval(BETWEEN_GROUPS).onBackpressureDrop().subscribe(this::requestOfGroup);
  }

  /** Begins the consumers of a task, and returns when each has had its first item. */
  static ConsumerCrowd begin(FeedDoor door, FeedTask task, int slow) {
    var all = FeedScope.of(door.table().name());
    var crowd = switch (task) {
      case WRITES_IDLE -> new ConsumerCrowd(1, Long.MAX_VALUE);
      case WRITES_BUSY -> new ConsumerCrowd(1, Long.MAX_VALUE);
      case WRITES_SLOW -> new ConsumerCrowd(slow, 1);
      default -> new ConsumerCrowd(0, Long.MAX_VALUE);
    };
    var scope = task == FeedTask.WRITES_IDLE ? all.where(nothing()) : all;
    crowd.consumers.forEach(
        each -> door.consumers().changes(scope, FeedStart.NOW).subscribe(each));
    Mono.when(crowd.consumers.stream().map(Consumer::begun).toList()).block(PATIENCE);
    return crowd;
  }

  /** Returns a condition on a value, which no row meets: the service must look into each change. */
  private static Filter nothing() {
    return new Filter.Comparison(DataRow.name(0), Operator.EQUAL, new EdmString("none"));
  }

  private void requestOfGroup(long tick) {
    for (var i = (int) (tick % GROUPS); i < consumers.size(); i += GROUPS) {
      consumers.get(i).request(1);
    }
  }

  /** Returns the number of changes that all consumers have received. */
  long changes() {
    return changes.sum();
  }

  /** Adds the rate of all consumers together since they began. */
  @Override
  public Round seen(Round round) {
    var seconds = (System.nanoTime() - begunNanos) / NANOS_A_SECOND;
    return round.with("changes received a second", changes() / seconds);
  }

  /** Ends the consumers. Fails if one of them has failed. */
  @Override
  public void close() {
    requests.dispose();
    consumers.forEach(Consumer::dispose);
    var cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("a consumer failed", cause);
    }
  }

  private final class Consumer extends BaseSubscriber<FeedItem> {

    private final long demand;
    private final Sinks.Empty<Void> first = Sinks.empty();

    Consumer(long demand) {
      this.demand = demand;
    }

    Mono<Void> begun() {
      return first.asMono();
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      subscription.request(demand);
    }

    @Override
    protected void hookOnNext(FeedItem item) {
      first.tryEmitEmpty();
      if (item instanceof FeedItem.Change) {
        changes.increment();
      }
    }

    @Override
    protected void hookOnError(Throwable cause) {
      failure.compareAndSet(null, cause);
      first.tryEmitError(cause);
    }
  }
}
