package io.weir.cli;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/** The lines of the log that nobody has read yet. They are written by a thread of their own, which ends with the process. */
final class PendingLog {

  private PendingLog() {}

  /** Waits for up to a second until all are written; what is logged from now on is lost. */
  static void drain() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.stop();
    }
  }
}
