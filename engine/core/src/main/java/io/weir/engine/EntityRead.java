package io.weir.engine;

import io.weir.api.entity.Entity;
import io.weir.api.error.TableServiceException;
import io.weir.engine.scan.PointRead;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;

/**
 * Reads one entity.
 *
 * <p>Runs on: the thread that subscribes. If the entity's page is cold, a loop has it read
 * elsewhere and signals in a later task. Any other thread waits.
 */
final class EntityRead extends Mono<Entity> {

  private final ReadView store;
  private final Supplier<PointRead> request;

  private EntityRead(ReadView store, Supplier<PointRead> request) {
    this.store = store;
    this.request = request;
  }

  /** Returns the read of what {@code request} makes at each subscription. */
  static Mono<Entity> of(ReadView store, Supplier<PointRead> request) {
    return onAssembly(new EntityRead(store, request));
  }

  @Override
  public void subscribe(CoreSubscriber<? super Entity> subscriber) {
    PointRead read;
    Entity found;
    try {
      read = request.get();
    } catch (RuntimeException e) {
      Operators.error(subscriber, e);
      return;
    }
    try {
      found = read.resident(store);
    } catch (ColdPage cold) {
      Mono.<Entity>create(sink -> new Detour(store, read, sink).on(cold)).subscribe(subscriber);
      return;
    } catch (RuntimeException e) {
      Operators.error(subscriber, e);
      return;
    }
    if (found == null) {
      Operators.complete(subscriber);
    } else {
      subscriber.onSubscribe(Operators.scalarSubscription(subscriber, found));
    }
  }

  /** Reads at once, as {@link Mono#block} of a value at hand does. A loop must not wait. */
  @Override
  public @Nullable Entity block() {
    if (store.loops().current() != null) {
      throw new IllegalStateException("block() waits, which a loop must not do");
    }
    return request.get().now(store);
  }

  /** A read whose page is cold. One thread at a time. */
  private static final class Detour implements Runnable {

    private final ReadView store;
    private final PointRead read;
    private final MonoSink<Entity> sink;

    Detour(ReadView store, PointRead read, MonoSink<Entity> sink) {
      this.store = store;
      this.read = read;
      this.sink = sink;
    }

    void on(ColdPage cold) {
      var loop = store.loops().current();
      try {
        if (loop == null) {
          sink.success(read.now(store));
        } else {
          store.coldReads().read(cold, loop, this);
        }
      } catch (TableServiceException e) {
        sink.error(e);
      }
    }

    @Override
    public void run() {
      try {
        sink.success(read.afterwards(store));
      } catch (TableServiceException e) {
        sink.error(e);
      }
    }
  }
}
