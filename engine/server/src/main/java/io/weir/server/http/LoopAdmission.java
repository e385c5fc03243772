package io.weir.server.http;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import io.weir.api.error.ServiceBusyException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Refuses requests at their heads when their loop is overloaded. Nothing of a refused request is
 * parsed, read or queued.
 *
 * <p>A loop serves its connections in turns. When a turn has lasted {@link #LONGEST_TURN}, requests
 * whose heads come later in that turn are refused. A refusal is cheap, so the turn ends soon and no
 * connection waits long for its answer. Where refusals themselves make turns long, because clients
 * retry at once, half of a turn still serves requests. Two conditions spare a loop that had a
 * single pause, for example of the garbage collector: a turn admits at least {@value #LEAST}
 * requests, and refuses requests only if the turn before it was long too.
 *
 * <p>deliberate: the criterion is the duration of a turn and not the number of requests in
 * progress. A hundred point reads are no load; ten large writes may be one. The capacity of a loop
 * depends on machine, heap and neighbours, and the clock measures all of these.
 *
 * <p>Owner: each loop has its own state; {@link #requireTime} runs on the loop of the connection.
 */
final class LoopAdmission {

  /**
   * Duration for which a turn admits requests. If half of the turn before was longer, that duration
   * counts.
   */
  static final Duration LONGEST_TURN = Duration.ofMillis(250);

  /** Requests that a turn admits however long it lasts. */
  static final int LEAST = 16;

  private final LongSupplier nanoClock;
  private final FastThreadLocal<Turn> turns = new FastThreadLocal<>() {
    @Override
    protected Turn initialValue() {
      return new Turn();
    }
  };

  LoopAdmission(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Fails with {@code ServerBusy} if the loop's turn has lasted too long. */
  void requireTime(EventLoop loop) {
    if (!turns.get().admits(loop)) {
      throw new ServiceBusyException("reason=loopBusy");
    }
  }

  /** A turn of a loop, from its first request until every task that this turn queued has run. */
  private final class Turn implements Runnable {

    private boolean begun;
    private long startNanos;
    private long lengthBeforeNanos;
    private int admitted;

    boolean admits(EventLoop loop) {
      var now = nanoClock.getAsLong();
      if (!begun) {
        begin(loop, now);
      }
      if (admitted >= LEAST
          && lengthBeforeNanos > LONGEST_TURN.toNanos()
          && now - startNanos > Math.max(LONGEST_TURN.toNanos(), lengthBeforeNanos / 2)) {
        return false;
      }
      admitted++;
      return true;
    }

    private void begin(EventLoop loop, long now) {
      begun = true;
      startNanos = now;
      admitted = 0;
      loop.execute(() ->
          loop.execute(this)); // after the tasks of this turn, which include tasks of its shards
    }

    @Override
    public void run() {
      lengthBeforeNanos = nanoClock.getAsLong() - startNanos;
      begun = false;
    }
  }
}
