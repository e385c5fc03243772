package io.weir.perf.endpoint;

import reactor.core.publisher.Mono;

/** What sends requests to a server. Any thread. */
interface Load extends AutoCloseable {

  /** Requests that are always under way. */
  int IN_FLIGHT = 64;

  /** One request with its answer's length in bytes, each time it is subscribed to; fails when the answer is not the right one. */
  Mono<Integer> request();

  @Override
  void close();
}
