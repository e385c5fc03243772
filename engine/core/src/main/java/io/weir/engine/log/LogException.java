package io.weir.engine.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A failure of a log: it stopped taking records, or its content cannot be trusted. */
public abstract sealed class LogException extends IOException permits LogFailed, LogDamaged {
  private static final long serialVersionUID = 1;

  LogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
