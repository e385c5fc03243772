package io.weir.engine.store;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A store that cannot be opened; the message says why and what to do. Nothing in its folder was changed. */
public final class StoreUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  StoreUnusable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  static StoreUnusable damaged(Path folder, IOException cause) {
    return new StoreUnusable(
        "The store is damaged and was left as it is. 'weir check " + folder
            + "' tells all that is wrong with it; go back to a backup with 'weir restore'. "
            + cause.getMessage(),
        cause);
  }
}
