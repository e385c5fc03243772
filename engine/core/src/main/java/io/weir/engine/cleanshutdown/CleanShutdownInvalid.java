package io.weir.engine.cleanshutdown;

import java.io.IOException;

/** What an orderly stop left cannot be used; the message says why. The store has to be rebuilt. */
public final class CleanShutdownInvalid extends IOException {

  private static final long serialVersionUID = 1L;

  public CleanShutdownInvalid(String reason) {
    super(reason);
  }
}
