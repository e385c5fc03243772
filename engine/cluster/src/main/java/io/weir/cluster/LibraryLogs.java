package io.weir.cluster;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Silences what libraries inside Ratis print by {@code java.util.logging}: each connection, for
 * one.
 */
final class LibraryLogs {

  /** Kept, because a logger that nobody holds forgets its level. */
  private static final List<Logger> LOGGERS =
      List.of(Logger.getLogger("org.apache.ratis.thirdparty"));

  private LibraryLogs() {}

  static void quieten() {
    LOGGERS.forEach(logger -> logger.setLevel(Level.WARNING));
  }
}
