package io.weir.engine;

import io.weir.api.QueryReport;
import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.Turns;
import io.weir.engine.scan.LeafCount;
import java.util.function.LongSupplier;
import reactor.core.publisher.MonoSink;

/**
 * Carries out a count.
 *
 * <p>Runs on: the thread that subscribes. On a loop it works for one millisecond, then continues in a later turn of that loop. One thread at
 * a time.
 */
final class CountRead implements Runnable {

  private final MonoSink<QueryReport> sink;
  private final LeafCount count;
  private final Loops loops;
  private final LongSupplier nanoClock;
  private volatile boolean cancelled;

  CountRead(MonoSink<QueryReport> sink, LeafCount count, Loops loops, LongSupplier nanoClock) {
    this.sink = sink;
    this.count = count;
    this.loops = loops;
    this.nanoClock = nanoClock;
  }

  void cancel() {
    cancelled = true;
  }

  @Override
  public void run() {
    try {
      count();
    } catch (TableServiceException e) {
      sink.error(e);
    }
  }

  private void count() {
    var loop = loops.current();
    var deadline = nanoClock.getAsLong() + Turns.MOST_NANOS;
    while (!cancelled) {
      if (count.advance()) {
        sink.success(count.report());
        return;
      }
      if (loop != null && nanoClock.getAsLong() - deadline >= 0) {
        loop.longWork().answers().await(this);
        return;
      }
    }
  }
}
