package io.weir.server;

import io.weir.api.StreamItem;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import java.lang.reflect.Proxy;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Tables whose operations never end. A stream emits one entity first. Counts cancellations. */
public final class EndlessWork {

  private final Semaphore begun = new Semaphore(0);
  private final Semaphore cancelled = new Semaphore(0);

  public TableService tables() {
    return (TableService) Proxy.newProxyInstance(
        TableService.class.getClassLoader(),
        new Class<?>[] {TableService.class},
        (proxy, method, arguments) -> method.getReturnType() == Flux.class
            ? stream()
            : counted(Flux.never()).next());
  }

  /** Returns whether another operation began in time. */
  public boolean awaitBegin() throws InterruptedException {
    return begun.tryAcquire(30, TimeUnit.SECONDS);
  }

  /** Returns whether another operation was cancelled in time. */
  public boolean awaitCancel() throws InterruptedException {
    return cancelled.tryAcquire(30, TimeUnit.SECONDS);
  }

  private Flux<StreamItem> stream() {
    var first = new StreamItem.Row(Entity.builder("p", "r").build());
    return counted(Flux.concat(Mono.just(first), Flux.never()));
  }

  private <T> Flux<T> counted(Flux<T> work) {
    return work.doOnSubscribe(subscription -> begun.release()).doOnCancel(cancelled::release);
  }
}
