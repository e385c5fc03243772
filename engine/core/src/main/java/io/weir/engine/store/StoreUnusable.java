package io.weir.engine.store;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A store that cannot be opened; the message says why and what to do. Nothing in its folder was changed. */
public final class StoreUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  StoreUnusable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
