package io.weir.client.stream;

import io.weir.api.Continuation;

/** The service ended a stream at one of its own limits, and told where to continue. */
final class StreamLimitReached extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Continuation resume;

  StreamLimitReached(Continuation resume) {
    super(null, null, false, false);
    this.resume = resume;
  }

  Continuation resume() {
    return resume;
  }
}
