package io.weir.api.queue;

import io.weir.api.error.TableServiceException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.publisher.FluxSink.OverflowStrategy;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The messages of a queue, taken as a subscriber requests them. One take is under way at a time,
 * for no more messages than are requested.
 *
 * <p>A take that fails as retryable is repeated after a pause that grows from 100 ms to 5 s. So is
 * one that finds nothing and has waited for less than half of the longest wait: the service does
 * not wait, or ends its waits. Any other failure ends the stream.
 *
 * <p>Any thread. {@link #tend} runs on one thread at a time.
 */
final class MessageStream {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final QueueService queues;
  private final QueueName queue;
  private final Reception reception;
  private final FluxSink<Delivery> sink;

  /** Deliveries whose visibility is renewed. */
  private final Set<Delivery> held = ConcurrentHashMap.newKeySet();

  /**
   * Causes to tend to the stream that no run has covered. The thread that raises it from 0 runs
   * until it is 0 again.
   */
  private final AtomicInteger causes = new AtomicInteger();

  /**
   * The take that is under way or the pause before it; null if there is none. Written by the run of
   * {@link #tend} or by its end.
   */
  private volatile @Nullable Disposable take;

  private volatile boolean isTaking;
  private volatile boolean isOver;
  private volatile Duration pause = FIRST_PAUSE;

  /** When the take that is under way began. */
  private volatile long begunNanos;

  private MessageStream(
      QueueService queues, QueueName queue, Reception reception, FluxSink<Delivery> sink) {
    this.queues = queues;
    this.queue = queue;
    this.reception = reception;
    this.sink = sink;
  }

  static Flux<Delivery> of(QueueService queues, QueueName queue, Reception reception) {
    return Flux.create(
        sink -> new MessageStream(queues, queue, reception, sink).start(), OverflowStrategy.ERROR);
  }

  private void start() {
    sink.onDispose(this::end);
    sink.onRequest(more -> tend());
  }

  /**
   * Takes messages if some are requested and no take is under way. A call during a run has the run
   * repeated.
   */
  private void tend() {
    if (causes.getAndIncrement() != 0) {
      return;
    }
    var covered = 1;
    do {
      var requested = sink.requestedFromDownstream();
      if (!isOver && !isTaking && requested > 0) {
        isTaking = true;
        begin(queues.take(queue, reception.take(requested)));
      }
      covered = causes.addAndGet(-covered);
    } while (covered != 0);
  }

  private void begin(Mono<List<TakenMessage>> next) {
    begunNanos = nanos();
    take = next.subscribe(this::taken, this::failed);
    if (isOver) {
      cancelTake();
    }
  }

  private void taken(List<TakenMessage> messages) {
    if (messages.isEmpty() && !hasWaited()) {
      takeLater();
      return;
    }
    pause = FIRST_PAUSE;
    for (var message : messages) {
      deliver(new Delivery(queues, queue, message, reception.visibility(), held::remove));
    }
    isTaking = false;
    tend();
  }

  private boolean hasWaited() {
    return nanos() - begunNanos >= reception.longestWait().dividedBy(2).toNanos();
  }

  private static long nanos() {
    return Schedulers.parallel().now(TimeUnit.NANOSECONDS);
  }

  /** Passes a message on, or gives it back when nobody listens any more. */
  private void deliver(Delivery delivery) {
    if (isOver) {
      giveBack(delivery);
      return;
    }
    held.add(delivery);
    delivery.renewLater();
    sink.next(delivery);
    if (isOver) {
      delivery.release();
    }
  }

  /** A message that cannot be given back is visible again at the end of its visibility timeout. */
  private static void giveBack(Delivery delivery) {
    delivery.abandon().onErrorComplete().subscribe();
  }

  private void failed(Throwable failure) {
    if (!isTransient(failure)) {
      sink.error(failure);
    } else {
      takeLater();
    }
  }

  private void takeLater() {
    var wait = pause;
    pause =
        wait.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? wait.multipliedBy(2) : LONGEST_PAUSE;
    take = Mono.delay(wait).subscribe(now -> {
      isTaking = false;
      tend();
    });
    if (isOver) {
      cancelTake();
    }
  }

  static boolean isTransient(Throwable failure) {
    return failure instanceof TableServiceException refusal && refusal.retryable();
  }

  private void end() {
    isOver = true;
    cancelTake();
    held.forEach(Delivery::release);
  }

  private void cancelTake() {
    var present = take;
    if (present != null) {
      present.dispose();
    }
  }
}
