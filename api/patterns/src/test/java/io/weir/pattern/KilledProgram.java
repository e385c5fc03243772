package io.weir.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedConsumers;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A program that dies at one of its calls of services: from then on every call fails and reaches
 * nothing. {@link #everywhere} lets a program die at each call in turn.
 *
 * <p>Any thread; the count of calls is only meaningful for a program that makes one call at a time
 * or begins its calls in a fixed order.
 */
public final class KilledProgram {

  /** When the program dies. */
  private enum Moment {
    /** The call is not sent. */
    BEFORE_CALL,
    /** The call is carried out, and its answer is lost. */
    BEFORE_ANSWER
  }

  private static final int MOST_CALLS = 200;

  private final int fatalCall;
  private final Moment moment;
  private int calls;

  private KilledProgram(int fatalCall, Moment moment) {
    this.fatalCall = fatalCall;
    this.moment = moment;
  }

  /**
   * Runs a program until it dies at its first call, then again until its second, and so on until it
   * survives; each time before and after the call. Each run gets a name of its own, for its keys,
   * and is checked afterwards. Returns the number of runs.
   */
  public static int everywhere(
      TableService service,
      BiFunction<TableService, String, Publisher<?>> program,
      Consumer<String> check) {
    return everywhere(
        (killed, run) -> program.apply(killed.reach(TableService.class, service), run), check);
  }

  /** Does the same for a program that reaches several services, all of them by {@link #reach}. */
  public static int everywhere(
      BiFunction<KilledProgram, String, Publisher<?>> program, Consumer<String> check) {
    var runs = 0;
    for (var moment : Moment.values()) {
      var died = true;
      for (var call = 1; died; call++) {
        assertThat(call).as("calls of the program").isLessThan(MOST_CALLS);
        var run = moment.name().charAt(7) + String.format("%03d", call);
        var killed = new KilledProgram(call, moment);
        Flux.defer(() -> program.apply(killed, run))
            .onErrorResume(failure -> killed.isDead(), failure -> Mono.empty())
            .then()
            .block(PatternDoor.PATIENCE);
        check.accept(run);
        died = killed.isDead();
        runs++;
      }
    }
    return runs;
  }

  private boolean isDead() {
    return calls >= fatalCall;
  }

  /** Returns a service as the program reaches it. */
  public <T> T reach(Class<T> type, T service) {
    return type.cast(Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (unused, method, arguments) -> call(service, method, arguments)));
  }

  private Object call(Object service, Method method, Object[] arguments) throws Throwable {
    Object answer;
    try {
      answer = method.invoke(service, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (answer instanceof Mono<?> one) {
      return Mono.from(breaking(one));
    }
    if (answer instanceof FeedConsumers consumers) {
      return reach(FeedConsumers.class, consumers);
    }
    if (method.getName().equals("changes") && answer instanceof Flux<?> feed) {
      return breakingFeed(feed);
    }
    return answer instanceof Flux<?> many ? Flux.from(breaking(many)) : answer;
  }

  /** A feed does not end, so its reader dies with the first item. */
  private <T> Flux<T> breakingFeed(Flux<T> feed) {
    return Flux.from(breaking(feed, feed.take(1)));
  }

  private <T> Publisher<T> breaking(Publisher<T> answer) {
    return breaking(answer, answer);
  }

  private <T> Publisher<T> breaking(Publisher<T> answer, Publisher<T> lost) {
    return Flux.defer(() -> {
      var call = ++calls;
      if (call > fatalCall || call == fatalCall && moment == Moment.BEFORE_CALL) {
        return Flux.error(KilledProgram::death);
      }
      return call == fatalCall
          ? Flux.from(lost).thenMany(Flux.error(KilledProgram::death))
          : Flux.from(answer);
    });
  }

  private static ServiceFailedException death() {
    return new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "program=dead", null);
  }
}
