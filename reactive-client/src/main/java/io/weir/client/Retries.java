package io.weir.client;

import reactor.util.retry.Retry;
import reactor.util.retry.RetryBackoffSpec;

/**
 * How often, and after which pauses, something that changes nothing is asked again: exponential backoff, varied by half so that
 * clients cut off together do not come back together. Any thread.
 */
record Retries(RetryOptions options) {

  private static final double JITTER = 0.5;

  static Retries of(ClientOptions options) {
    return new Retries(options.retries());
  }

  /** Of a request that is answered as a whole. */
  Retry ofRead() {
    return spec();
  }

  /** Of a stream: whatever is received proves that trying helps, and the count starts over. */
  Retry ofStream() {
    return spec().transientErrors(true);
  }

  private RetryBackoffSpec spec() {
    return Retry.backoff(options.limit(), options.firstBackoff())
        .maxBackoff(options.longestBackoff())
        .jitter(JITTER)
        .filter(Failures::isTransient)
        .onRetryExhaustedThrow((spec, signal) -> signal.failure());
  }
}
