package io.weir.engine;

import io.weir.api.write.BulkAssembly;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.engine.store.Store;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * One run of a bulk write: lines in, commands to the shards, outcomes out in the order of the lines.
 *
 * <pre>
 * lines -> arrived -> BulkAssembly -> BulkDispatch -> BulkLane of a shard -> mailbox ... BulkReply -> BulkWindow -> results
 * </pre>
 *
 * <p>What bounds it: {@link BulkWindow#LINES} lines and about {@link #WINDOW_BYTES}, each from its taking to the emission of its
 * outcome. A shard that takes nothing, or a subscriber that requests nothing, fills the window, and then no line is asked for. Lines
 * are asked for a few at a time, fewer where they are large, because what was asked for may come.
 *
 * <p>Threads: signals come from anywhere: lines from their publisher, outcomes from shard loops, requests from the subscriber. {@code
 * pending} is the usual work-in-progress counter of a serialised drain; all state that is neither atomic nor volatile belongs to who
 * raised it from zero. On a loop, a drain that has worked for {@link #SLICE_NANOS} waits its turn for the rest.
 */
final class BulkSubscription implements CoreSubscriber<BulkLine>, Subscription {

  /** Most bytes of lines in the window, apart from lines asked for before it was known how large they are. Twice the largest group. */
  static final long WINDOW_BYTES = 8L << 20;

  /** Most lines asked for and not come. */
  static final int MOST_OWED = 64;

  /** So few are owed when more are asked for. */
  private static final int LOW_OWED = MOST_OWED / 4;

  /** Most time on a loop before other work gets its turn. */
  private static final long SLICE_NANOS = 1_000_000;

  private final CoreSubscriber<? super BulkResult> downstream;
  private final Store store;
  private final LongSupplier nanoClock;
  private final Queue<BulkLine> arrived = Queues.<BulkLine>get(MOST_OWED).get();
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicLong requested = new AtomicLong();
  private Subscription lines = Operators.emptySubscription();
  private volatile boolean cancelled;

  /** Written last by the lines' publisher, read before the queue is polled: an empty queue after it was seen stays empty. */
  private volatile boolean ended;

  private @Nullable Throwable failure;

  // Owned by the thread that drains.
  private final BulkWindow window = new BulkWindow();
  private final BulkLanes lanes = new BulkLanes(this::drainOrLeave);
  private final BulkTally tally = new BulkTally();
  private final BulkAssembly assembly;
  private int owed;
  private int lineBytes = BulkLine.OVERHEAD_BYTES;
  private boolean assembled;

  BulkSubscription(
      CoreSubscriber<? super BulkResult> downstream,
      Store store,
      int tableId,
      LongSupplier nanoClock) {
    this.downstream = downstream;
    this.store = store;
    this.nanoClock = nanoClock;
    var dispatch = new BulkDispatch(store, tableId, window, lanes, this::drainOrLeave);
    this.assembly = new BulkAssembly(unit -> unit.dispatch(dispatch));
  }

  @Override
  public Context currentContext() {
    return downstream.currentContext();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (lines != Operators.emptySubscription()) {
      subscription.cancel(); // there is one already
      return;
    }
    lines = Objects.requireNonNull(subscription);
    downstream.onSubscribe(this);
  }

  @Override
  public void onNext(BulkLine line) {
    if (!arrived.offer(line)) {
      overflow();
    }
    drainOrLeave();
  }

  @Override
  public void onError(Throwable cause) {
    if (ended) {
      Operators.onErrorDropped(cause, currentContext());
      return;
    }
    failure = Objects.requireNonNull(cause); // taken for the end otherwise
    ended = true;
    drainOrLeave();
  }

  @Override
  public void onComplete() {
    ended = true;
    drainOrLeave();
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      drainOrLeave();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    lines.cancel();
    drainOrLeave();
  }

  /** Not to be taken: there would be no place for their outcomes. */
  private void overflow() {
    lines.cancel();
    onError(new IllegalStateException("More lines came than were asked for."));
  }

  /** Drains, or leaves it to who is draining. */
  private void drainOrLeave() {
    if (pending.getAndIncrement() == 0) {
      drain();
    }
  }

  /** Once the end was signalled, or the subscriber left, {@code pending} is kept raised: nobody drains again. */
  private void drain() {
    var loop = store.loops().current();
    var deadline = 0L;
    var missed = pending.get();
    for (var round = 0; missed != 0; round++) {
      // deliberate: most drains have but one round, which costs less than a look at the clock.
      if (loop != null && round > 0) {
        var now = nanoClock.getAsLong();
        deadline = round == 1 ? now + SLICE_NANOS : deadline;
        if (now - deadline >= 0) {
          loop.longWork().answers().await(this::drain); // which now owns pending
          return;
        }
      }
      takeArrived();
      lanes.offerAll();
      if (cancelled || emit()) {
        arrived.clear();
        lanes.clear();
        return;
      }
      askForMore();
      missed = pending.addAndGet(-missed);
    }
  }

  private void takeArrived() {
    var isLast = ended;
    for (var line = arrived.poll(); line != null; line = arrived.poll()) {
      if (owed == 0) {
        overflow();
        break;
      }
      owed--;
      var weight = line.weightBytes();
      lineBytes = (lineBytes + weight) / 2;
      window.take(weight);
      assembly.add(line);
    }
    if (isLast && !assembled) {
      assembled = true;
      if (failure == null) {
        assembly.end();
      } else {
        assembly.breakOff();
      }
    }
  }

  /** Answers what is known, in order and as far as requested. True when that was the end. */
  private boolean emit() {
    while (!cancelled && tally.emitted() < requested.get()) {
      var outcome = window.poll();
      if (outcome == null) {
        break;
      }
      var noTable = BulkTally.absentTable(outcome);
      if (noTable != null) {
        lines.cancel();
        downstream.onError(noTable);
        return true;
      }
      downstream.onNext(tally.count(outcome));
    }
    return assembled && window.lines() == 0 && !cancelled && signalEnd();
  }

  private boolean signalEnd() {
    if (failure != null) {
      downstream.onError(failure);
      return true;
    }
    if (tally.emitted() == requested.get()) {
      return false;
    }
    downstream.onNext(tally.end());
    downstream.onComplete();
    return true;
  }

  private void askForMore() {
    if (assembled || owed > LOW_OWED || requested.get() == 0) {
      return;
    }
    var byLines = BulkWindow.LINES - window.lines();
    var byBytes = (WINDOW_BYTES - window.bytes()) / lineBytes;
    var more = Math.min(MOST_OWED, Math.min(byLines, byBytes)) - owed;
    if (more > 0) {
      owed += (int) more;
      lines.request(more);
    }
  }
}
