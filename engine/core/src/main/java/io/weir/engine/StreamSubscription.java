package io.weir.engine;

import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.Turns;
import io.weir.engine.scan.Scan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * One subscriber's walk through a query's answer, as fast as it requests and no faster.
 *
 * <p>On a loop the walk happens in the loop's turns: {@link #request} reads and emits at once where it is called within a turn that has
 * time left, and otherwise waits for one. A request makes no new turn, so one that comes with each chunk does not keep the loop. On other
 * threads {@link #request} reads and emits as long as there is demand.
 *
 * <p>While one thread walks, another's request is only counted: {@code pending} is the usual work-in-progress counter of a serialised
 * drain, and the thread that raises it from zero owns the walk, also while it waits for a turn. A slice reads at most as many entities as
 * are requested, so nothing waits to be emitted.
 */
final class StreamSubscription implements Subscription {

  /**
   * Most time of work without an item that says how far the stream is. The contract promises a second, and a stream may wait for its turn
   * for the better part of the rest.
   */
  static final long PROGRESS_NANOS = 500_000_000;

  /** Rows of the first slice, for who wants only a few; each that is full is followed by one of twice as many. */
  private static final int FIRST_SLICE_ROWS = 64;

  /** Each slice seeks anew in every shard of its range, which costs as much as some dozens of rows a shard. */
  private static final int LARGEST_SLICE_ROWS = 512;

  private final CoreSubscriber<? super StreamItem> subscriber;
  private final Scan scan;
  private final Loops loops;
  private final LongSupplier nanoClock;
  private final AtomicLong requested = new AtomicLong();
  private final AtomicInteger pending = new AtomicInteger();
  private volatile boolean cancelled;

  // Owned by the thread that drains.
  private final List<Entity> slice = new ArrayList<>(FIRST_SLICE_ROWS);
  private int sliceRows = FIRST_SLICE_ROWS;
  private boolean complete;

  /** Since this drain began: each does something, however little time its turn has left. */
  private boolean worked;

  private long lastProgressNanos;

  StreamSubscription(
      CoreSubscriber<? super StreamItem> subscriber,
      Scan scan,
      Loops loops,
      LongSupplier nanoClock) {
    this.subscriber = subscriber;
    this.scan = scan;
    this.loops = loops;
    this.nanoClock = nanoClock;
    this.lastProgressNanos = nanoClock.getAsLong();
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      addRequested(n);
      if (pending.getAndIncrement() == 0) {
        loops.streamTurns().take(this::drain);
      }
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  private void drain() {
    var turns = loops.streamTurns();
    worked = false;
    var missed = pending.get();
    while (missed != 0) {
      if (!emitWhileRequested(turns)) {
        return;
      }
      missed = pending.addAndGet(-missed);
    }
  }

  /** False when the drain is over: it ended the stream, or waits for a turn, and keeps {@code pending}. */
  private boolean emitWhileRequested(Turns turns) {
    while (!cancelled && requested.get() > 0) {
      if (worked && turns.isOver()) {
        turns.await(this::drain);
        return false;
      }
      worked = true;
      if (complete) {
        subscriber.onNext(new StreamItem.End(scan.report()));
        subscriber.onComplete();
        return false;
      }
      var now = nanoClock.getAsLong();
      if (now - lastProgressNanos >= PROGRESS_NANOS) {
        lastProgressNanos = now;
        emitProgress();
      } else if (!emitSlice()) {
        return false;
      }
    }
    return true;
  }

  private void emitProgress() {
    var position = scan.position();
    if (position != null) {
      subscriber.onNext(new StreamItem.Progress(position, scan.scanned()));
      produced(1);
    }
  }

  /** Reads a slice and emits it. False when reading failed, which ends the stream. */
  private boolean emitSlice() {
    try {
      complete = scan.advance((int) Math.min(requested.get(), sliceRows), slice);
    } catch (TableServiceException e) {
      subscriber.onError(e);
      return false;
    } finally {
      scan.release();
    }
    if (slice.size() == sliceRows) {
      sliceRows = Math.min(2 * sliceRows, LARGEST_SLICE_ROWS);
    }
    for (var i = 0; i < slice.size() && !cancelled; i++) {
      subscriber.onNext(new StreamItem.Row(slice.get(i)));
    }
    produced(slice.size());
    slice.clear();
    return true;
  }

  private void addRequested(long n) {
    requested.accumulateAndGet(n, Operators::addCap);
  }

  private void produced(int n) {
    if (requested.get() != Long.MAX_VALUE) {
      requested.addAndGet(-n);
    }
  }
}
