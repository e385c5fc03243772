package io.weir.engine;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.observe.Observed;
import io.weir.engine.observe.TrafficObserver;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** The sum of what all loops recorded, for one advice. */
final class CollectedTraffic {

  /** Longest wait for the loops. A loop that works answers within milliseconds. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private CollectedTraffic() {}

  /**
   * Returns the sum. Signals on a loop. Fails with {@code ServerBusy}, on a thread of Reactor's,
   * when a loop does not answer within five seconds, and with what a loop threw.
   */
  static Mono<Observed> of(TrafficObserver observer) {
    return Mono.<Observed>create(sink -> observer.collect(sink::success, sink::error))
        .timeout(PATIENCE, Mono.error(() -> new ServiceBusyException("reason=loopDoesNotAnswer")));
  }
}
