package io.weir.engine.backup;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A backup or restore was refused before it changed anything. The message says why and what to do. */
public final class BackupRefused extends IOException {

  private static final long serialVersionUID = 1L;

  BackupRefused(String message) {
    this(message, null);
  }

  BackupRefused(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
