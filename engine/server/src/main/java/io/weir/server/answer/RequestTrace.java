package io.weir.server.answer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the thread that carries a request at each stage, to the logger {@code io.weir.trace} at
 * DEBUG.
 *
 * <p>When the logger is off, a call costs one check of the level.
 */
public final class RequestTrace {

  private static final Logger LOG = LoggerFactory.getLogger("io.weir.trace");

  private RequestTrace() {}

  /** Logs that the request has reached a stage on the calling thread. */
  public static void stage(String requestId, String stage) {
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "request={} stage={} thread={}",
          requestId,
          stage,
          Thread.currentThread().getName());
    }
  }
}
