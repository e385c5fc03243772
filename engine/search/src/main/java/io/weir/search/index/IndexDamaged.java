package io.weir.search.index;

import java.io.IOException;

/**
 * The files of an index are missing, cut, changed, or of another version. The index must be built
 * again.
 */
public final class IndexDamaged extends IOException {

  private static final long serialVersionUID = 1L;

  IndexDamaged(String message, Throwable cause) {
    super(message, cause);
  }

  IndexDamaged(String message) {
    super(message);
  }
}
