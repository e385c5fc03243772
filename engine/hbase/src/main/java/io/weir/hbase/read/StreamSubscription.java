package io.weir.hbase.read;

import io.weir.api.Continuation;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.hbase.message.SliceLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Operators;

/**
 * One subscriber's walk. It asks for a slice when items are requested and none is left, and for no more entities than are requested.
 *
 * <p>Any thread may request and cancel. One thread at a time drains: it owns the fields below the counter of calls. A slice arrives on a thread
 * of its own and is handed over by a call to drain.
 */
final class StreamSubscription implements Subscription {

  /** Longest time without an item. The contract promises one second; the rest is left for the way of a slice. */
  private static final long PROGRESS_NANOS = Duration.ofMillis(500).toNanos();

  /** Longest work of a region server on a slice. */
  private static final int SLICE_MILLIS = 400;

  /** Bytes of entities after which a slice ends. */
  private static final int SLICE_BYTES = 256 * 1024;

  /** Rows of the first slice; small, because many queries need a few rows. After each full slice the next is twice as large. */
  private static final int FIRST_SLICE_ROWS = 64;

  private static final int LARGEST_SLICE_ROWS = 1024;

  private final CoreSubscriber<? super StreamItem> subscriber;
  private final KeyWalk walk;
  private final LongSupplier nanoClock;
  private final AtomicLong requested = new AtomicLong();
  private volatile boolean cancelled;
  private volatile @Nullable Disposable loading;

  /** What the last slice brought. Written before a call to drain, read in it. */
  private volatile @Nullable Arrival arrival;

  /** Calls of drain that are not carried out; whoever raises it from zero drains. */
  private final AtomicInteger calls = new AtomicInteger();

  private final Deque<Entity> rows = new ArrayDeque<>();
  private boolean awaiting;
  private boolean ended;
  private int sliceRows = FIRST_SLICE_ROWS;
  private int askedRows;
  private long lastItemNanos;
  private @Nullable Continuation lastPlace;

  StreamSubscription(
      CoreSubscriber<? super StreamItem> subscriber, KeyWalk walk, LongSupplier nanoClock) {
    this.subscriber = subscriber;
    this.walk = walk;
    this.nanoClock = nanoClock;
    this.lastItemNanos = nanoClock.getAsLong();
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
    var slice = loading;
    if (slice != null) {
      slice.dispose();
    }
    drain();
  }

  private void drain() {
    if (calls.getAndIncrement() != 0) {
      return;
    }
    var missed = 1;
    do {
      while (step()) {
        // goes on until nothing can be emitted or asked for
      }
      missed = calls.addAndGet(-missed);
    } while (missed != 0);
  }

  /** Emits an item or asks for a slice. Returns false when neither is possible. */
  private boolean step() {
    if (cancelled) {
      rows.clear();
      return false;
    }
    takeArrival();
    if (ended || requested.get() == 0) {
      return false;
    }
    var row = rows.poll();
    if (row != null) {
      emit(new StreamItem.Row(row));
      return true;
    }
    if (awaiting) {
      return false;
    }
    if (walk.isDone()) {
      ended = true;
      subscriber.onNext(new StreamItem.End(walk.report()));
      subscriber.onComplete();
      return false;
    }
    if (!emitProgressIfDue()) {
      ask();
    }
    return true;
  }

  private void takeArrival() {
    var slice = arrival;
    if (slice == null) {
      return;
    }
    arrival = null;
    awaiting = false;
    if (slice.failure != null) {
      ended = true;
      subscriber.onError(slice.failure);
      return;
    }
    rows.addAll(slice.entities);
    if (slice.entities.size() == askedRows && askedRows == sliceRows) {
      sliceRows = Math.min(2 * sliceRows, LARGEST_SLICE_ROWS);
    }
  }

  private boolean emitProgressIfDue() {
    var place = walk.position();
    if (place == null
        || place.equals(lastPlace)
        || nanoClock.getAsLong() - lastItemNanos < PROGRESS_NANOS) {
      return false;
    }
    lastPlace = place;
    emit(new StreamItem.Progress(place, walk.scanned()));
    return true;
  }

  private void emit(StreamItem item) {
    lastItemNanos = nanoClock.getAsLong();
    subscriber.onNext(item);
    if (requested.get() != Long.MAX_VALUE) {
      requested.decrementAndGet();
    }
  }

  private void ask() {
    awaiting = true;
    askedRows = (int) Math.min(requested.get(), sliceRows);
    loading = walk.next(new SliceLimits(askedRows, SLICE_BYTES, SLICE_MILLIS))
        .subscribe(
            slice -> arrived(new Arrival(slice, null)),
            failure -> arrived(new Arrival(List.of(), failure)));
  }

  private void arrived(Arrival slice) {
    arrival = slice;
    drain();
  }

  /** A slice, or the failure to read it. */
  private record Arrival(List<Entity> entities, @Nullable Throwable failure) {}
}
