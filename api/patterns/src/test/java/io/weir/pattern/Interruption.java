package io.weir.pattern;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableService;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A service that lets another program act in the midst of the program that uses it: once, before or
 * after the first call of some kind. Any thread.
 */
public final class Interruption {

  /** When the other program acts. */
  private enum Moment {
    BEFORE_CALL,
    AFTER_ANSWER
  }

  private final TableService service;
  private final Moment moment;
  private final String method;
  private final TableName table;
  private final Publisher<?> other;
  private final AtomicBoolean hasActed = new AtomicBoolean();

  private Interruption(
      TableService service, Moment moment, String method, TableName table, Publisher<?> other) {
    this.service = service;
    this.moment = moment;
    this.method = method;
    this.table = table;
    this.other = other;
  }

  /** Lets another program act before the first call of a method for a table. */
  public static TableService before(
      TableService service, String method, TableName table, Publisher<?> other) {
    return new Interruption(service, Moment.BEFORE_CALL, method, table, other).proxy();
  }

  /**
   * Lets another program act when the first call of a method for a table has been answered, before
   * the answer is passed on.
   */
  public static TableService after(
      TableService service, String method, TableName table, Publisher<?> other) {
    return new Interruption(service, Moment.AFTER_ANSWER, method, table, other).proxy();
  }

  private TableService proxy() {
    return (TableService) Proxy.newProxyInstance(
        TableService.class.getClassLoader(),
        new Class<?>[] {TableService.class},
        (unused, called, arguments) -> call(called, arguments));
  }

  private Object call(Method called, Object[] arguments) throws Throwable {
    Object answer;
    try {
      answer = called.invoke(service, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (!called.getName().equals(method) || !isOfTable(arguments[0])) {
      return answer;
    }
    if (answer instanceof Mono<?> one) {
      return interrupted(one);
    }
    return answer instanceof Flux<?> many ? interrupted(many) : answer;
  }

  /** Returns whether the other program has not acted before. */
  private boolean acts() {
    return hasActed.compareAndSet(false, true);
  }

  private boolean isOfTable(Object argument) {
    return argument.equals(table)
        || argument instanceof JointCommit commit
            && commit.operations().stream()
                .anyMatch(operation -> operation.table().equals(table));
  }

  private <T> Mono<T> interrupted(Mono<T> answer) {
    return Mono.defer(() -> {
      if (!acts()) {
        return answer;
      }
      return moment == Moment.BEFORE_CALL
          ? Mono.when(other).then(answer)
          : answer
              .map(Optional::of)
              .defaultIfEmpty(Optional.empty())
              .flatMap(value -> Mono.when(other).then(Mono.justOrEmpty(value)));
    });
  }

  private <T> Flux<T> interrupted(Flux<T> answer) {
    return Flux.defer(() -> {
      if (!acts()) {
        return answer;
      }
      return moment == Moment.BEFORE_CALL
          ? Mono.when(other).thenMany(answer)
          : answer
              .collectList()
              .flatMapMany(values -> Mono.when(other).thenMany(Flux.fromIterable(values)));
    });
  }
}
