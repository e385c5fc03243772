package io.weir.client;

import io.weir.client.rest.StandardTables;
import reactor.core.publisher.Mono;

/** Which dialect a service is spoken to in: as it was chosen, or as it is found out. Any thread. */
final class Dialects {

  private final Mono<SpokenDialect> spoken;
  private final Pipelining pipelining;

  private Dialects(Mono<SpokenDialect> spoken, Pipelining pipelining) {
    this.spoken = spoken;
    this.pipelining = pipelining;
  }

  /** The dialect of the service that a transport leads to. */
  static Dialects of(ClientOptions options, Transport transport, Requests requests) {
    var endpoint = options.endpoint();
    var pipelining = new Pipelining(options, requests);
    var streaming =
        new SpokenDialect(true, attempt -> new StreamingTables(attempt, requests, pipelining));
    var standard = new SpokenDialect(
        false, attempt -> new StandardTables(attempt, endpoint.origin(), endpoint.path()));
    return new Dialects(
        switch (options.dialect()) {
          case STREAMING -> Mono.just(streaming);
          case STANDARD -> Mono.just(standard);
          case AUTO ->
            DialectProbe.of(transport, endpoint.path())
                .map(isStreaming -> isStreaming ? streaming : standard);
        },
        pipelining);
  }

  /** The dialect, once it is known. Fails with {@link Unsent}, or {@code ServerBusy}, when it could not be found out this time. */
  Mono<SpokenDialect> spoken() {
    return spoken;
  }

  /** Nothing is under way, and nothing will be: what is kept open for it is closed. */
  void close() {
    pipelining.close();
  }
}
