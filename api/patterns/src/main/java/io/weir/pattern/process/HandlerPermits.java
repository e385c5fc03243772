package io.weir.pattern.process;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Bounds the number of handlers that run at the same time. Work waits in the order of its
 * subscription.
 *
 * <p>The queue holds one piece of work for each group at most. Any thread. Work that gets a permit
 * late begins on the thread that gave the permit back.
 */
final class HandlerPermits {

  private enum State {
    WAITING,
    HELD,
    OVER
  }

  private final Queue<Permit> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger free;

  HandlerPermits(int number) {
    this.free = new AtomicInteger(number);
  }

  /**
   * Returns the work, which begins when it has a permit and gives it back when it ends or is
   * cancelled.
   */
  Mono<Void> run(Mono<Void> work) {
    return Mono.defer(() -> {
      var permit = new Permit();
      permit.await();
      return permit.turn.asMono().then(work).doFinally(signal -> permit.end());
    });
  }

  /** Hands free permits to waiting work until one of them is used up. */
  private void distribute() {
    while (!waiting.isEmpty() && takeFree()) {
      var next = waiting.poll();
      if (next == null || !next.begin()) {
        free.incrementAndGet();
      }
    }
  }

  private boolean takeFree() {
    return free.getAndUpdate(number -> Math.max(number - 1, 0)) > 0;
  }

  private final class Permit {

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final Sinks.Empty<Void> turn = Sinks.empty();

    void await() {
      waiting.add(this);
      distribute();
    }

    /** Begins the work, unless it was cancelled. */
    boolean begin() {
      if (!state.compareAndSet(State.WAITING, State.HELD)) {
        return false;
      }
      turn.tryEmitEmpty(); // the only emission
      return true;
    }

    /** Runs once, even if the work never began. */
    void end() {
      if (state.getAndSet(State.OVER) == State.HELD) {
        free.incrementAndGet();
        distribute();
      } else {
        waiting.remove(this);
      }
    }
  }
}
