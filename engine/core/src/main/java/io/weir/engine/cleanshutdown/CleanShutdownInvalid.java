package io.weir.engine.cleanshutdown;

import java.io.IOException;

/** Thrown if the files of a clean shutdown cannot be used; the message says why. The store must then be rebuilt. */
public final class CleanShutdownInvalid extends IOException {

  private static final long serialVersionUID = 1L;

  public CleanShutdownInvalid(String reason) {
    super(reason);
  }
}
