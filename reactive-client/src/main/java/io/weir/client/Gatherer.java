package io.weir.client;

import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SignalType;
import reactor.core.scheduler.Scheduler;

/**
 * What goes to one place: while {@value #UNDER_WAY} requests are under way, what comes leaves together, when one of these is answered or
 * when it has waited for long enough.
 *
 * <p>{@link #pending} is the usual work-in-progress counter of a serialised drain: whoever raises it from zero lets requests depart.
 * {@link #underWay} rises there only, and falls with the end of each request, which drains again: so nothing is left waiting.
 *
 * <p>Any thread.
 */
final class Gatherer {

  /** One that is carried out while another is on its way. */
  static final int UNDER_WAY = 2;

  /** Frames of this length make a request full: many small ones, or one of the largest. */
  static final int FULL_BYTES = 256 * 1024;

  private final WaitingRoom room;
  private final Duration patience;
  private final Scheduler clock;
  private final BiFunction<Call, byte[], Flux<Frame>> send;
  private final Consumer<Gatherer> onIdle;
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger pending = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();

  /** Set while a timer runs: as long as anything waits, and maybe for longer. */
  private final AtomicBoolean timed = new AtomicBoolean();

  /**
   * For one place.
   *
   * @param room where they wait, shared with all other places
   * @param patience how long anything waits
   * @param clock measures that
   * @param send sends frames on behalf of a call, and answers with a frame for each
   * @param onIdle called when nothing waits and nothing is under way; what comes later is welcome nevertheless
   */
  Gatherer(
      WaitingRoom room,
      Duration patience,
      Scheduler clock,
      BiFunction<Call, byte[], Flux<Frame>> send,
      Consumer<Gatherer> onIdle) {
    this.room = room;
    this.patience = patience;
    this.clock = clock;
    this.send = send;
    this.onIdle = onIdle;
  }

  /** Takes one more, which leaves now or as soon as it can. */
  void add(Gathered<?> one) {
    if (!room.enter()) {
      one.failed(room.isFull());
      return;
    }
    waiting.add(new Waiting(one, clock.now(TimeUnit.NANOSECONDS)));
    drain();
  }

  private void drain() {
    if (pending.getAndIncrement() != 0) {
      return;
    }
    var seen = 1;
    do {
      while (mayDepart() && departNext()) {}
      watchWaiting();
      seen = pending.addAndGet(-seen);
    } while (seen != 0);
  }

  private boolean mayDepart() {
    return underWay.get() < UNDER_WAY || leftOfPatience() <= 0;
  }

  /** Of whoever has waited longest, in nanoseconds; all of it where nobody waits. */
  private long leftOfPatience() {
    var first = waiting.peek();
    return first == null
        ? patience.toNanos()
        : patience.toNanos() - (clock.now(TimeUnit.NANOSECONDS) - first.sinceNanos);
  }

  private void watchWaiting() {
    if (!waiting.isEmpty() && timed.compareAndSet(false, true)) {
      clock.schedule(this::waitedLong, leftOfPatience(), TimeUnit.NANOSECONDS);
    }
  }

  /** Those for whom it was set may have left; who came behind them has patience of its own. */
  private void waitedLong() {
    timed.set(false);
    drain();
  }

  private boolean departNext() {
    var group = nextGroup();
    if (group.isEmpty()) {
      return false;
    }
    underWay.incrementAndGet();
    if (group.size() == 1) {
      group.get(0).goAlone(this::ended);
    } else {
      new Group(group).depart();
    }
    return true;
  }

  private List<Gathered<?>> nextGroup() {
    var group = new ArrayList<Gathered<?>>();
    var bytes = 0;
    for (var next = waiting.peek(); next != null; next = waiting.peek()) {
      var one = next.one;
      bytes += one.frame().length;
      if (group.size() == Dialect.MOST_PARTS || (bytes > FULL_BYTES && !group.isEmpty())) {
        break;
      }
      waiting.remove();
      room.leave();
      if (one.hasLeft()) {
        bytes -= one.frame().length;
      } else {
        group.add(one);
      }
    }
    return group;
  }

  private void ended() {
    var left = underWay.decrementAndGet();
    drain();
    if (left == 0 && underWay.get() == 0 && waiting.isEmpty()) {
      onIdle.accept(this);
    }
  }

  private record Waiting(Gathered<?> one, long sinceNanos) {}

  /**
   * One request of several. Belongs to the loop of its connection once it is sent; those who wait for it may leave on any thread, and
   * the last of them cancels it.
   */
  private final class Group extends BaseSubscriber<Frame> {

    private final List<Gathered<?>> members;
    private final AtomicInteger staying;
    private int answered;

    Group(List<Gathered<?>> members) {
      this.members = members;
      this.staying = new AtomicInteger(members.size());
    }

    void depart() {
      var frames = ByteBuffer.allocate(
          members.stream().mapToInt(one -> one.frame().length).sum());
      members.forEach(member -> frames.put(member.frame()));
      var call = Call.joining(members.stream().map(Gathered::call).toList());
      Flux.defer(() -> send.apply(call, frames.array())).subscribe(this);
      members.forEach(member -> member.departs(this::left));
    }

    @Override
    protected void hookOnNext(Frame frame) {
      if (answered == members.size()) {
        cancel();
        return;
      }
      members.get(answered++).answered(frame);
    }

    @Override
    protected void hookOnError(Throwable failure) {
      if (answered == 0 && isAboutOne(failure)) {
        members.forEach(member -> member.goAlone(() -> {}));
      } else {
        failRest(failure);
      }
    }

    @Override
    protected void hookOnComplete() {
      if (answered < members.size()) {
        failRest(new IOException("The answer ended early."));
      }
    }

    @Override
    protected void hookFinally(SignalType signal) {
      ended();
    }

    private void failRest(Throwable failure) {
      while (answered < members.size()) {
        members.get(answered++).failed(failure);
      }
    }

    private void left() {
      if (staying.decrementAndGet() == 0) {
        cancel();
      }
    }

    /** The service could not read what one of them asks, so it carried out none; each is told for itself which one. */
    private static boolean isAboutOne(Throwable failure) {
      return failure instanceof TableServiceException refusal && refusal.failedOperation() >= 0;
    }
  }
}
