package io.weir.cli.terminal;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.LoggerFactory;

/**
 * The log lines that still wait in the queue of the log thread. The thread ends with the process.
 */
public final class PendingLog {

  private PendingLog() {}

  /** Waits up to one second until all lines are written. Lines logged later are lost. */
  public static void drain() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.stop();
    }
  }
}
