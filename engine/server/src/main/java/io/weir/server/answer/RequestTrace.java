package io.weir.server.answer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes which thread carries a request at each of its stages, to the logger {@code io.weir.trace} at DEBUG.
 *
 * <p>Off, it costs a test of the level.
 */
public final class RequestTrace {

  private static final Logger LOG = LoggerFactory.getLogger("io.weir.trace");

  private RequestTrace() {}

  /** Says that the request has reached a stage on the calling thread. */
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
