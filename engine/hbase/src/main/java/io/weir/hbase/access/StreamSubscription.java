package io.weir.hbase.access;

import io.weir.api.Continuation;
import io.weir.api.StreamItem;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;

/**
 * One subscriber's stream: lanes, whose entities are emitted one lane after another.
 *
 * <p>The first lane asks for a slice when items are requested and it has none left, for no more
 * entities than are requested. If several regions should be read at a time, further lanes ask as
 * well, for no more entities than are requested and no lane has or has asked for. So at most twice
 * as many entities are fetched as are requested, and {@link #MOST_LANES} times 512 KiB at a time.
 *
 * <p>Any thread may request and cancel. One thread at a time drains: it owns the fields below the
 * counter of calls. What arrives on another thread is handed over by a queue and a call to drain.
 */
final class StreamSubscription implements Subscription {

  /** Regions that are read at a time. */
  private static final int MOST_LANES = 8;

  /**
   * Longest time without an item. The contract promises one second; the rest is left for the way of
   * a slice.
   */
  private static final long PROGRESS_NANOS = Duration.ofMillis(500).toNanos();

  private final CoreSubscriber<? super StreamItem> subscriber;
  private final PlannedRead read;
  private final LongSupplier nanoClock;
  private final AtomicLong requested = new AtomicLong();
  private volatile boolean cancelled;

  /** What slices and look-ups brought: at most one from each lane, and one look-up. */
  private final Queue<Runnable> arrivals =
      Queues.<Runnable>unboundedMultiproducer().get();

  /** Calls of drain that are not carried out; whoever raises it from zero drains. */
  private final AtomicInteger calls = new AtomicInteger();

  /** In the order of their rows. */
  private final Deque<Lane> lanes = new ArrayDeque<>();

  /** The walks that are no lane yet; null when there is one lane alone. */
  private final @Nullable RegionWalks ahead;

  private @Nullable Disposable lookUp;
  private boolean looksUp;
  private boolean ended;
  private long wanted;
  private long returned;
  private long scannedBefore;
  private long lastItemNanos;
  private @Nullable Continuation lastPlace;

  StreamSubscription(
      CoreSubscriber<? super StreamItem> subscriber, PlannedRead read, LongSupplier nanoClock) {
    this.subscriber = subscriber;
    this.read = read;
    this.nanoClock = nanoClock;
    this.wanted = read.wanted();
    this.lastItemNanos = nanoClock.getAsLong();
    if (read.gainsByRegions()) {
      this.ahead = read.byRegion();
    } else {
      this.ahead = null;
      lanes.add(new Lane(read.whole()));
    }
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      drain();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    drain();
  }

  private void arrived(Runnable change) {
    arrivals.add(change);
    drain();
  }

  private void failed(Throwable failure) {
    arrived(() -> {
      if (!ended) {
        end();
        subscriber.onError(failure);
      }
    });
  }

  private void drain() {
    if (calls.getAndIncrement() != 0) {
      return;
    }
    var missed = 1;
    do {
      while (step()) {
        // goes on until nothing can be emitted
      }
      missed = calls.addAndGet(-missed);
    } while (missed != 0);
  }

  /** Emits an item. Returns false when none can be emitted now. */
  private boolean step() {
    if (cancelled) {
      end();
      return false;
    }
    for (var change = arrivals.poll(); change != null; change = arrivals.poll()) {
      change.run();
    }
    if (ended || requested.get() == 0) {
      return false;
    }
    removeLanesThatAreOver();
    var first = lanes.peek();
    if (wanted == 0 || first == null && isAllRead()) {
      complete();
      return false;
    }
    if (first != null) {
      var row = first.poll();
      if (row != null) {
        wanted--;
        returned++;
        emit(new StreamItem.Row(row));
        return true;
      }
      if (first.isIdle() && emitProgressIfDue(first)) {
        return true;
      }
    }
    ask();
    return false;
  }

  private void removeLanesThatAreOver() {
    for (var first = lanes.peek(); first != null && first.isOver(); first = lanes.peek()) {
      scannedBefore += first.scanned();
      lanes.remove();
    }
  }

  private boolean isAllRead() {
    return ahead == null || ahead.isEmpty() && !looksUp;
  }

  private void ask() {
    var most = Math.min(requested.get(), wanted);
    var first = lanes.peek();
    if (first != null && first.isIdle()) {
      first.ask(most, this::arrived, this::failed);
    }
    var free = most;
    for (var lane : lanes) {
      if (lane != first && lane.isReadyAhead() && free > lane.claimed()) {
        lane.ask(free - lane.claimed(), this::arrived, this::failed);
      }
      free -= lane.claimed();
    }
    if (ahead != null
        && !looksUp
        && !ahead.isEmpty()
        && lanes.size() < MOST_LANES
        && (first == null || free > 0)) {
      looksUp = true;
      lookUp = ahead.next().subscribe(walk -> arrived(() -> begin(walk)), this::failed);
    }
  }

  private void begin(KeyWalk walk) {
    looksUp = false;
    lanes.add(new Lane(walk));
  }

  private boolean emitProgressIfDue(Lane first) {
    var place = first.position();
    if (place == null
        || place.equals(lastPlace)
        || nanoClock.getAsLong() - lastItemNanos < PROGRESS_NANOS) {
      return false;
    }
    lastPlace = place;
    emit(new StreamItem.Progress(place, scanned()));
    return true;
  }

  private long scanned() {
    return scannedBefore + lanes.stream().mapToLong(Lane::scanned).sum();
  }

  private void emit(StreamItem item) {
    lastItemNanos = nanoClock.getAsLong();
    subscriber.onNext(item);
    if (requested.get() != Long.MAX_VALUE) {
      requested.decrementAndGet();
    }
  }

  private void complete() {
    var report = read.report(scanned(), returned);
    end();
    subscriber.onNext(new StreamItem.End(report));
    subscriber.onComplete();
  }

  /** Stops all calls. */
  private void end() {
    ended = true;
    lanes.forEach(Lane::cancel);
    lanes.clear();
    arrivals.clear();
    if (lookUp != null) {
      lookUp.dispose();
    }
  }
}
