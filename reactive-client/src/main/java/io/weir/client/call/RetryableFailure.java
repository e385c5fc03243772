package io.weir.client.call;

/** An attempt failed in a way that lets the request be sent again: the cause says how. */
final class RetryableFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RetryableFailure(Throwable cause) {
    super(null, cause, false, false);
  }

  /** What went wrong, if the failure is of this kind; else the failure. */
  static Throwable unwrapped(Throwable failure) {
    var cause = failure.getCause();
    return failure instanceof RetryableFailure && cause != null ? cause : failure;
  }
}
