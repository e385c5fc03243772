package io.weir.client.call;

/** The attempt failed in a way that allows the request to be repeated. The cause says how. */
final class RetryableFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RetryableFailure(Throwable cause) {
    super(null, cause, false, false);
  }

  /** Returns the cause of a retryable failure, and any other failure unchanged. */
  static Throwable unwrapped(Throwable failure) {
    var cause = failure.getCause();
    return failure instanceof RetryableFailure && cause != null ? cause : failure;
  }
}
