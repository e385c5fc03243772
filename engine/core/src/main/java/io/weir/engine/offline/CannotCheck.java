package io.weir.engine.offline;

import java.io.IOException;

/**
 * Thrown if there is nothing to verify, or the store is in use. The message says why, and what to
 * do.
 */
public final class CannotCheck extends IOException {

  private static final long serialVersionUID = 1L;

  CannotCheck(String message) {
    super(message);
  }

  CannotCheck(String message, Throwable cause) {
    super(message, cause);
  }
}
