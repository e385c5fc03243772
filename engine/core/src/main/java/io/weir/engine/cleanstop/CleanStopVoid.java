package io.weir.engine.cleanstop;

import java.io.IOException;

/** What an orderly stop left cannot be used; the message says why. The store has to be rebuilt. */
public final class CleanStopVoid extends IOException {

  private static final long serialVersionUID = 1L;

  public CleanStopVoid(String reason) {
    super(reason);
  }
}
