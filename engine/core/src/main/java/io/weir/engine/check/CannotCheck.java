package io.weir.engine.check;

import java.io.IOException;

/** There is nothing to verify here, or not now; the message says why and what to do. */
public final class CannotCheck extends IOException {

  private static final long serialVersionUID = 1L;

  CannotCheck(String message) {
    super(message);
  }
}
