package io.weir.client.rest;

import io.weir.client.call.Failures;

/**
 * A request ended because its content failed, which is the caller's own. Has no stack trace; the
 * cause has one.
 */
public final class ContentFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ContentFailure(Throwable cause) {
    super("The content failed.", cause, false, false);
  }

  /** Returns the caller's own failure as it came, and any other in the terms of the contract. */
  public static Throwable toldToCaller(Throwable failure) {
    var cause = failure instanceof ContentFailure ? failure.getCause() : null;
    return cause == null ? Failures.translated(failure) : cause;
  }
}
