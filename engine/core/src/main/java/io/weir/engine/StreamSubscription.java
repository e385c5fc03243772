package io.weir.engine;

import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.DrainToken;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.Turns;
import io.weir.engine.scan.Scan;
import io.weir.engine.tree.ColdPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

/**
 * One subscriber's scan of a query's result. It emits only what the subscriber has requested.
 *
 * <p>On a loop the scan runs in the loop's turns. {@link #request} reads and emits at once when the
 * current turn has time left; otherwise the scan waits for its turn. A request does not start a new
 * turn, so a subscriber that requests after each chunk cannot monopolise the loop. On other threads
 * {@link #request} reads and emits while there is demand.
 *
 * <p>While one thread scans, a request from another thread is only counted. The holder of the
 * {@link DrainToken} owns the scan, also while the scan waits for a turn. A slice reads at most as
 * many entities as are requested, so no entity is buffered after its slice.
 */
final class StreamSubscription implements Subscription {

  /**
   * Longest work without an item that reports the stream's progress. The contract promises one
   * second; the other half is left for the wait for a turn.
   */
  static final long PROGRESS_NANOS = 500_000_000;

  /**
   * Rows of the first slice; small, because many queries need a few rows. After each full slice the
   * next is twice as large.
   */
  private static final int FIRST_SLICE_ROWS = 64;

  /**
   * Rows of the largest slice. Each slice seeks in every shard of its range; one seek costs as much
   * as some dozens of rows.
   */
  private static final int LARGEST_SLICE_ROWS = 512;

  /**
   * Rows in the order of an index between two reports of progress. A client cannot derive the place
   * of a row in that order, so the reports are the places at which it can resume.
   */
  private static final int ORDERED_ROWS = 512;

  private final CoreSubscriber<? super StreamItem> subscriber;
  private final Scan scan;
  private final Loops loops;
  private final LongSupplier nanoClock;
  private final AtomicLong requested = new AtomicLong();
  private final DrainToken token = new DrainToken();
  private volatile boolean cancelled;

  // Owner: the thread that drains.
  private final List<Entity> slice = new ArrayList<>(FIRST_SLICE_ROWS);
  private int sliceRows = FIRST_SLICE_ROWS;
  private boolean complete;

  /**
   * Whether this drain has done some work. Each drain makes progress, even when its turn has no
   * time left.
   */
  private boolean worked;

  private long lastProgressNanos;
  private int rowsSinceProgress;

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
      if (token.acquire()) {
        loops.streamTurns().take(this::drain);
      }
    }
  }

  /** Ends the scan: in the drain that runs or waits, or in one of its own if there is none. */
  @Override
  public void cancel() {
    cancelled = true;
    if (token.acquire()) {
      loops.streamTurns().take(this::drain);
    }
  }

  private void drain() {
    var turns = loops.streamTurns();
    worked = false;
    int calls;
    do {
      calls = token.calls();
      if (!emitWhileRequested(turns)) {
        return;
      }
    } while (!token.release(calls));
  }

  /**
   * Returns false when the stream has ended, or waits for a turn or a page; the token is then kept.
   */
  private boolean emitWhileRequested(Turns turns) {
    while (!cancelled && requested.get() > 0) {
      if (worked && turns.isOver()) {
        turns.await(this::drain);
        return false;
      }
      worked = true;
      if (complete) {
        scan.ended();
        subscriber.onNext(new StreamItem.End(scan.report()));
        subscriber.onComplete();
        return false;
      }
      var now = nanoClock.getAsLong();
      if (now - lastProgressNanos >= PROGRESS_NANOS || isPlaceDue()) {
        lastProgressNanos = now;
        emitProgress();
      } else if (!emitSlice()) {
        return false;
      }
    }
    if (cancelled) {
      scan.ended();
      return false;
    }
    return true;
  }

  private boolean isPlaceDue() {
    if (rowsSinceProgress < ORDERED_ROWS) {
      return false;
    }
    var position = scan.position();
    return position != null && position.index() != null;
  }

  private void emitProgress() {
    rowsSinceProgress = 0;
    var position = scan.position();
    if (position != null) {
      subscriber.onNext(new StreamItem.Progress(position, scan.scanned()));
      produced(1);
    }
  }

  /**
   * Reads a slice and emits it. Returns false when the read failed and the stream has ended, or
   * when the stream waits for a page.
   */
  private boolean emitSlice() {
    var goesOn = true;
    try {
      complete = scan.advance((int) Math.min(requested.get(), sliceRows), slice);
    } catch (ColdPage e) {
      goesOn = false;
      if (!waits(e)) {
        return false;
      }
    } catch (TableServiceException e) {
      subscriber.onError(e);
      return false;
    } finally {
      scan.release();
    }
    emitRead();
    return goesOn;
  }

  /**
   * Has a cold page read; the stream goes on after it. Returns false when the stream has ended
   * instead.
   */
  private boolean waits(ColdPage cold) {
    var turns = loops.streamTurns();
    var loop = Objects.requireNonNull(loops.current());
    var rows = (int) Math.min(requested.get() - slice.size(), LARGEST_SLICE_ROWS);
    try {
      scan.await(cold, rows, loop, () -> turns.take(this::drain));
      return true;
    } catch (TableServiceException e) {
      subscriber.onError(e);
      return false;
    }
  }

  private void emitRead() {
    if (slice.size() == sliceRows) {
      sliceRows = Math.min(2 * sliceRows, LARGEST_SLICE_ROWS);
    }
    for (var i = 0; i < slice.size() && !cancelled; i++) {
      subscriber.onNext(new StreamItem.Row(slice.get(i)));
    }
    produced(slice.size());
    rowsSinceProgress += slice.size();
    slice.clear();
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
