package io.weir.engine.store;

import java.io.IOException;

/**
 * Thrown if nothing on the disk holds the entities of a damaged page besides the page. Nothing was
 * changed.
 */
final class Irreparable extends IOException {

  private static final long serialVersionUID = 1L;

  /** @param cause names the page and its range of keys */
  Irreparable(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
