package io.weir.engine.store;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A store cannot be opened. The message says why and what to do. Nothing in the folder was changed. */
public final class StoreUnusable extends IOException {

  private static final long serialVersionUID = 1L;

  StoreUnusable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** @param reason why the last checkpoint cannot be used */
  static StoreUnusable withoutSource(Path folder, String reason, Throwable cause) {
    return new StoreUnusable(
        "The last checkpoint cannot be used, and the log no longer holds the whole store, so nothing was changed. Run 'weir check "
            + folder + "' to list the damage, and 'weir restore' to return to a backup. " + reason,
        cause);
  }

  static StoreUnusable damaged(Path folder, IOException cause) {
    return new StoreUnusable(
        "The store is damaged and was not changed. Run 'weir check " + folder
            + "' to list the damage, and 'weir restore' to return to a backup. "
            + cause.getMessage(),
        cause);
  }
}
