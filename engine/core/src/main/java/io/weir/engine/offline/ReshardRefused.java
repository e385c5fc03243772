package io.weir.engine.offline;

import java.io.IOException;

/** A store was not rewritten, and is as it was. The message says why and what to do. */
public final class ReshardRefused extends IOException {

  private static final long serialVersionUID = 1L;

  ReshardRefused(String message) {
    super(message);
  }
}
