package io.weir.server.answer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.QueryReport;
import io.weir.api.index.UnusedIndex;
import io.weir.api.wire.Dialect;
import java.net.URLEncoder;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Adds a readable header that says how a query was answered: {@code path=POINT ranges=1 scanned=1
 * returned=1}. Any thread.
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

  /** Returns the reply with a header of the indexes that were not used, and why. */
  public static HttpReply unused(HttpReply reply, List<UnusedIndex> indexes) {
    return reply.with(
        Dialect.UNUSED_HEADER,
        indexes.stream().map(PlanHeader::text).collect(Collectors.joining(",")));
  }

  private static String text(UnusedIndex unused) {
    var reason = unused.index() + "=" + unused.reason().name().toLowerCase(Locale.ROOT);
    return unused.property().isEmpty()
        ? reason
        : reason + ":" + URLEncoder.encode(unused.property(), UTF_8);
  }
}
