package io.weir.server.answer;

import io.weir.api.QueryReport;
import io.weir.api.wire.Dialect;

/**
 * Adds a readable header that says how a query was answered: {@code path=POINT ranges=1 scanned=1 returned=1}. Any
 * thread.
 */
public final class PlanHeader {

  private PlanHeader() {}

  /** Returns the reply with the header. */
  public static HttpReply on(HttpReply reply, QueryReport report) {
    return reply.with(
        Dialect.PLAN_HEADER,
        "path=" + report.path()
            + (report.index().isEmpty() ? "" : " index=" + report.index())
            + " ranges=" + report.ranges()
            + " scanned=" + report.scanned()
            + " returned=" + report.returned());
  }
}
