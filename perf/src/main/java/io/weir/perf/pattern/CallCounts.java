package io.weir.perf.pattern;

import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Counters of requests, of entities that were read for them, and of entities that they wrote or
 * removed. Any thread.
 */
final class CallCounts {

  private final LongAdder requests = new LongAdder();
  private final LongAdder read = new LongAdder();
  private final LongAdder written = new LongAdder();

  /** The counts of one moment. */
  record Reading(long requests, long read, long written) {

    Reading since(Reading earlier) {
      return new Reading(
          requests - earlier.requests, read - earlier.read, written - earlier.written);
    }
  }

  Reading now() {
    return new Reading(requests.sum(), read.sum(), written.sum());
  }

  /** Counts a request when it is subscribed to. */
  <T> Mono<T> request(Mono<T> request) {
    return request.doOnSubscribe(begun -> requests.increment());
  }

  /** Counts a request when it is subscribed to. */
  <T> Flux<T> requests(Flux<T> request) {
    return request.doOnSubscribe(begun -> requests.increment());
  }

  /** Counts the entities of a request that writes so many when it succeeds. */
  <T> Mono<T> writing(long entities, Mono<T> request) {
    return request.doOnSuccess(done -> written.add(entities));
  }

  void read(long entities) {
    read.add(entities);
  }

  void written(long entities) {
    written.add(entities);
  }
}
