package io.weir.engine.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What can go wrong with a log: it stopped taking records, or what it holds cannot be trusted. */
public abstract sealed class LogException extends IOException permits LogFailed, LogDamaged {
  private static final long serialVersionUID = 1;

  LogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
