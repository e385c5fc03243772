package io.weir.engine.bulk;

import io.weir.api.write.BulkAssembly;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.engine.catalog.Table;
import io.weir.engine.loop.DrainToken;
import io.weir.engine.store.Store;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * One execution of a bulk write: it takes lines, sends commands to the shards, and emits outcomes
 * in the order of the lines.
 *
 * <pre>
 * lines -> arrived -> BulkAssembly -> BulkDispatch -> ShardQueue -> mailbox ... BulkReply -> BulkWindow -> results
 * </pre>
 *
 * <p>Bounds: at most {@link BulkWindow#LINES} lines and about {@link #WINDOW_BYTES} are in the
 * window. A line enters the window when it is taken and leaves it when its outcome is emitted. A
 * shard with a full mailbox, or a subscriber without demand, fills the window; then no further line
 * is requested. Lines are requested in small numbers, and in smaller ones when they are large,
 * because all requested lines may arrive at once.
 *
 * <p>Threads: lines arrive on their publisher's thread, outcomes on shard loops, and requests on
 * the subscriber's thread. The holder of the {@link DrainToken} owns all state that is neither
 * atomic nor volatile. On a loop, a drain that has worked for {@link #SLICE_NANOS} continues in a
 * later turn.
 */
final class BulkSubscription implements CoreSubscriber<BulkLine>, Subscription {

  /**
   * Largest weight of the window in bytes: twice the largest group. Lines requested before their
   * size was known may exceed it.
   */
  static final long WINDOW_BYTES = 8L << 20;

  /** Largest number of lines that are requested and have not arrived. */
  static final int MAX_OUTSTANDING = 64;

  /** Further lines are requested when no more than this number are outstanding. */
  private static final int LOW_OUTSTANDING = MAX_OUTSTANDING / 4;

  /** Longest work on a loop before other work gets its turn. */
  private static final long SLICE_NANOS = 1_000_000;

  private final CoreSubscriber<? super BulkResult> downstream;
  private final Store store;
  private final LongSupplier nanoClock;
  private final Queue<BulkLine> arrived = Queues.<BulkLine>get(MAX_OUTSTANDING).get();
  private final DrainToken token = new DrainToken();
  private final AtomicLong requested = new AtomicLong();
  private Subscription lines = Operators.emptySubscription();
  private volatile boolean cancelled;

  /**
   * Written last by the lines' publisher, read before the queue is polled. A queue found empty
   * after this was true stays empty.
   */
  private volatile boolean ended;

  private @Nullable Throwable failure;

  // Owner: the thread that drains.
  private final BulkWindow window = new BulkWindow();
  private final ShardQueues queues = new ShardQueues(this::drainUnlessDraining);
  private final PlannedLines planned;
  private final BulkTally tally = new BulkTally();
  private final BulkAssembly assembly;
  private int outstanding;
  private int lineBytes = BulkLine.OVERHEAD_BYTES;
  private boolean assembled;

  BulkSubscription(
      CoreSubscriber<? super BulkResult> downstream,
      Store store,
      Table table,
      LongSupplier nanoClock) {
    this.downstream = downstream;
    this.store = store;
    this.nanoClock = nanoClock;
    this.planned = new PlannedLines(store, table, window);
    var dispatch =
        new BulkDispatch(store, table, window, queues, planned, this::drainUnlessDraining);
    this.assembly = new BulkAssembly(unit -> unit.dispatch(dispatch));
  }

  @Override
  public Context currentContext() {
    return downstream.currentContext();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    if (lines != Operators.emptySubscription()) {
      subscription.cancel(); // a subscriber has one subscription
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
    drainUnlessDraining();
  }

  @Override
  public void onError(Throwable cause) {
    if (ended) {
      Operators.onErrorDropped(cause, currentContext());
      return;
    }
    failure = Objects.requireNonNull(cause); // null would mean completion
    ended = true;
    drainUnlessDraining();
  }

  @Override
  public void onComplete() {
    ended = true;
    drainUnlessDraining();
  }

  @Override
  public void request(long n) {
    if (Operators.validate(n)) {
      requested.accumulateAndGet(n, Operators::addCap);
      drainUnlessDraining();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    lines.cancel();
    drainUnlessDraining();
  }

  /**
   * Ends the bulk write because its publisher sent more lines than were requested. The window has
   * no slot for them.
   */
  private void overflow() {
    lines.cancel();
    onError(new IllegalStateException("the publisher sent more lines than were requested"));
  }

  /** Drains, unless another thread is draining; that thread then drains once more. */
  private void drainUnlessDraining() {
    if (token.acquire()) {
      drain();
    }
  }

  /**
   * Drains until nothing is pending. After the end or a cancellation the token is kept, so no
   * thread drains again.
   */
  private void drain() {
    var loop = store.loops().current();
    var deadline = 0L;
    var round = 0;
    int calls;
    do {
      calls = token.calls();
      // deliberate: most drains end after one round, which is cheaper than reading the clock.
      if (loop != null && round > 0) {
        var now = nanoClock.getAsLong();
        deadline = round == 1 ? now + SLICE_NANOS : deadline;
        if (now - deadline >= 0) {
          loop.longWork().answers().await(this::drain); // the later turn holds the token
          return;
        }
      }
      round++;
      takeArrived();
      queues.offerAll();
      planned.offerAll();
      if (cancelled || emit()) {
        arrived.clear();
        queues.clear();
        planned.clear();
        return;
      }
      requestMore();
    } while (!token.release(calls));
  }

  private void takeArrived() {
    var isLast = ended;
    for (var line = arrived.poll(); line != null; line = arrived.poll()) {
      if (outstanding == 0) {
        overflow();
        break;
      }
      outstanding--;
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

  /**
   * Emits the settled outcomes in order, up to the demand. Returns true after the end was
   * signalled.
   */
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

  private void requestMore() {
    if (assembled || outstanding > LOW_OUTSTANDING || requested.get() == 0) {
      return;
    }
    var byLines = BulkWindow.LINES - window.lines();
    var byBytes = (WINDOW_BYTES - window.bytes()) / lineBytes;
    var more = Math.min(MAX_OUTSTANDING, Math.min(byLines, byBytes)) - outstanding;
    if (more > 0) {
      outstanding += (int) more;
      lines.request(more);
    }
  }
}
