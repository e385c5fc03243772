package io.weir.engine;

import io.weir.api.error.TableServiceException;
import io.weir.engine.loop.Turns;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Carries out a read that is done in slices and has one result: a count, or advice.
 *
 * <p>Runs on: the thread that begins it. On a loop it works for one millisecond, then continues in
 * a later turn of that loop. One thread at a time. Whatever the read throws, its subscriber
 * receives: as {@link ReadFault} translates it.
 */
final class SlicedRead<T> implements Runnable {

  private final MonoSink<T> sink;
  private final ReadView store;
  private final BooleanSupplier slices;
  private final Supplier<T> result;
  private final ColdWait coldWait;
  private volatile boolean cancelled;

  /** Has a page read, then runs a task on the loop. */
  @FunctionalInterface
  interface ColdWait {
    void await(ColdPage cold, Executor loop, Runnable task);
  }

  private SlicedRead(
      MonoSink<T> sink,
      ReadView store,
      BooleanSupplier slices,
      Supplier<T> result,
      ColdWait coldWait) {
    this.coldWait = coldWait;
    this.sink = sink;
    this.store = store;
    this.slices = slices;
    this.result = result;
  }

  /**
   * Returns the result of a read, which begins on the thread that subscribes.
   *
   * @param slices reads one slice, and returns true after the last one
   * @param result called after the last slice
   */
  static <T> Mono<T> of(ReadView store, BooleanSupplier slices, Supplier<T> result) {
    return of(store, slices, result, store.coldReads()::read);
  }

  /** @param coldWait called on the loop when a slice throws {@link ColdPage} */
  static <T> Mono<T> of(
      ReadView store, BooleanSupplier slices, Supplier<T> result, ColdWait coldWait) {
    return Mono.create(sink -> {
      var read = new SlicedRead<>(sink, store, slices, result, coldWait);
      sink.onCancel(() -> read.cancelled = true);
      read.run();
    });
  }

  @Override
  public void run() {
    try {
      read();
    } catch (ColdPage e) {
      waitFor(e);
    } catch (RuntimeException | InternalError e) {
      sink.error(ReadFault.of(store, e));
    }
  }

  private void waitFor(ColdPage cold) {
    var loop = Objects.requireNonNull(store.loops().current());
    try {
      coldWait.await(cold, loop, () -> loop.longWork().answers().take(this));
    } catch (TableServiceException e) {
      sink.error(e);
    }
  }

  private void read() {
    var loop = store.loops().current();
    var deadline = store.nanoClock().getAsLong() + Turns.MOST_NANOS;
    while (!cancelled) {
      if (slices.getAsBoolean()) {
        sink.success(result.get());
        return;
      }
      if (loop != null && store.nanoClock().getAsLong() - deadline >= 0) {
        loop.longWork().answers().await(this);
        return;
      }
    }
  }
}
