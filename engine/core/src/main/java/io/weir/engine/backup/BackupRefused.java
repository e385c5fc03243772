package io.weir.engine.backup;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What was asked cannot be done here; the message says why and what to do. Nothing was changed. */
public final class BackupRefused extends IOException {

  private static final long serialVersionUID = 1L;

  BackupRefused(String message) {
    this(message, null);
  }

  BackupRefused(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
