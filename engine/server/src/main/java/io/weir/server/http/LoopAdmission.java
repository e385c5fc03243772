package io.weir.server.http;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import io.weir.api.error.ServiceBusyException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Refuses requests that a loop has no time for, at their heads: nothing of them is parsed, read or queued.
 *
 * <p>A loop serves its connections in turns. When a turn has lasted {@link #LONGEST_TURN}, requests whose heads come later in it are
 * refused, which costs little; so the turn ends soon, and no connection waits long for its answer, be it a refusal. Where refusals
 * themselves make turns long, because clients ask again at once, half of a turn is still for requests that are served. Two conditions keep
 * this from those that are merely unlucky: a turn takes {@value #LEAST} requests however long they last, and only after a turn that was
 * long as well is one refused. A single pause of the collector, or of the machine, refuses nobody.
 *
 * <p>deliberate: a turn's time, not a number of requests in progress. A hundred point reads are no load and ten large writes may be one;
 * what a loop can do in a while depends on machine, heap and neighbours, and the clock knows all of it.
 *
 * <p>Owner: each loop has a state of its own; {@link #requireTime} is called on the loop of the connection.
 */
final class LoopAdmission {

  /** How long a turn takes requests, or half as long as the turn before it lasted where that is more. */
  static final Duration LONGEST_TURN = Duration.ofMillis(100);

  /** Requests that a turn takes in any case. */
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

  /** Fails with {@code ServerBusy} when the loop's turn has lasted too long. */
  void requireTime(EventLoop loop) {
    if (!turns.get().admits(loop)) {
      throw new ServiceBusyException("reason=loopBusy");
    }
  }

  /** One turn of a loop, from its first request until everything that this turn queued has run. */
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
      loop.execute(
          () -> loop.execute(this)); // after the tasks of this turn, those of its shards among them
    }

    @Override
    public void run() {
      lengthBeforeNanos = nanoClock.getAsLong() - startNanos;
      begun = false;
    }
  }
}
