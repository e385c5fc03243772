package io.weir.spring;

import io.weir.api.Query;
import io.weir.api.TableService;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The health of the service, as the name of one table shows it, and of the listeners. */
record ServiceHealth(TableService tables, ObjectProvider<WeirListeners> listeners) {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /**
   * Returns why something is down. Empty if the service lists a table within three seconds and each
   * listener receives.
   */
  Mono<Throwable> failure() {
    return tables
        .tables(Query.ALL.top(1))
        .timeout(PATIENCE)
        .thenMany(Flux.fromStream(listeners::stream).concatMapIterable(WeirListeners::failures))
        .next()
        .onErrorResume(Mono::just);
  }
}
