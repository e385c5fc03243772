package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.engine.advice.AdviceReport;
import io.weir.engine.advice.Advising;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.Turns;
import java.util.function.LongSupplier;
import reactor.core.publisher.MonoSink;

/**
 * Makes a report of advice.
 *
 * <p>Runs on: a loop, where it works for one millisecond and then continues in a later turn; with observation off on the thread that
 * subscribes. One thread at a time.
 */
final class AdviceRead implements Runnable {

  private final MonoSink<AdviceReport> sink;
  private final Advising advising;
  private final Loops loops;
  private final LongSupplier nanoClock;
  private volatile boolean cancelled;

  AdviceRead(MonoSink<AdviceReport> sink, Advising advising, Loops loops, LongSupplier nanoClock) {
    this.sink = sink;
    this.advising = advising;
    this.loops = loops;
    this.nanoClock = nanoClock;
  }

  void cancel() {
    cancelled = true;
  }

  @Override
  public void run() {
    try {
      advise();
    } catch (TableServiceException e) {
      sink.error(e);
    }
  }

  private void advise() {
    var loop = loops.current();
    var deadline = nanoClock.getAsLong() + Turns.MOST_NANOS;
    while (!cancelled) {
      if (advising.advance()) {
        sink.success(advising.report());
        return;
      }
      if (loop != null && nanoClock.getAsLong() - deadline >= 0) {
        loop.longWork().answers().await(this);
        return;
      }
    }
  }
}
