package io.weir.client.call;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Records each call in a registry: one observation, however many attempts it takes.
 *
 * <pre>
 * name                {@value #NAME}
 * low cardinality     operation   the service's name for it: GetEntity, WriteEntity, StreamEntities, ...
 *                     outcome     ok, cancelled, or the code of the failure
 * kind                client: a tracer adds its own headers to those of the request
 * parent              the entry {@value #PARENT} of the Reactor Context, where Reactor and Micrometer keep it
 * </pre>
 *
 * <p>Any thread. Costs nothing without a registry.
 */
final class Observations {

  static final String NAME = "weir.client.request";
  static final String PARENT = "micrometer.observation";

  private static final String OK = "ok";
  private static final String ENDED = "";

  private final ObservationRegistry registry;

  Observations(ObservationRegistry registry) {
    this.registry = registry;
  }

  <T> Mono<T> observe(String operation, Call call, ContextView context, Mono<T> request) {
    if (registry.isNoop()) {
      return request;
    }
    var running = begin(operation, call, context);
    return request
        .doOnError(running::failed)
        .doOnTerminate(running::end)
        .doOnCancel(running::cancelled);
  }

  <T> Flux<T> observe(String operation, Call call, ContextView context, Flux<T> stream) {
    if (registry.isNoop()) {
      return stream;
    }
    var running = begin(operation, call, context);
    return stream
        .doOnError(running::failed)
        .doOnTerminate(running::end)
        .doOnCancel(running::cancelled);
  }

  private Running begin(String operation, Call call, ContextView context) {
    var sender = new SenderContext<Map<String, String>>(
        (headers, name, value) -> {
          if (headers != null) {
            headers.put(name, value);
          }
        },
        Kind.CLIENT);
    sender.setCarrier(call.headers());
    var observation = Observation.createNotStarted(NAME, () -> sender, registry)
        .contextualName("weir " + operation)
        .lowCardinalityKeyValue("operation", operation);
    context.<Observation>getOrEmpty(PARENT).ifPresent(observation::parentObservation);
    return new Running(observation.start(), new AtomicReference<>(OK));
  }

  /** An observation and the outcome that it will report. */
  private record Running(Observation observation, AtomicReference<String> outcome) {

    void failed(Throwable failure) {
      var known = Failures.translated(failure);
      outcome.set(known.code().code());
      observation.error(known);
    }

    void cancelled() {
      outcome.compareAndSet(OK, "cancelled");
      end();
    }

    /** Runs before the subscriber sees the end. A cancellation after the end changes nothing. */
    void end() {
      var how = outcome.getAndSet(ENDED);
      if (!ENDED.equals(how)) {
        observation.lowCardinalityKeyValue("outcome", String.valueOf(how));
        observation.stop();
      }
    }
  }
}
