package io.weir.server.operator;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.OperatorPage;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The pages for an orchestrator's probes: liveness, readiness and, for a node of a cluster, the
 * leadership.
 */
public final class HealthPages {

  private static final String TEXT = "text/plain; charset=utf-8";

  private HealthPages() {}

  /** Returns the pages by their paths. */
  public static Map<String, OperatorPage> of(Readiness readiness) {
    return Map.of(
        "/health", live(readiness),
        "/health/ready", ready(readiness),
        "/health/leader", leader(readiness));
  }

  /**
   * Answers 200 while the process can continue. Answers 503 after one of its loops has ended; the
   * process then needs a restart.
   */
  public static OperatorPage live(Readiness readiness) {
    return page(readiness, NotReady::needsRestart, "live\n", "not live\n", "");
  }

  /**
   * Answers 200 while the server is ready, else 503 with one line for each reason. A line for each
   * warning follows.
   */
  public static OperatorPage ready(Readiness readiness) {
    return () -> {
      var warnings = readiness.warnings().stream()
          .map(warning -> "warning=" + warning + "\n")
          .collect(Collectors.joining());
      return page(readiness, reason -> true, "ready\n" + warnings, "not ready\n", warnings)
          .show();
    };
  }

  /**
   * Answers 200 while no other node serves the store in place of this one, else 503 and the
   * leader's address if it is known. A store that is no node of a cluster leads itself.
   */
  public static OperatorPage leader(Readiness readiness) {
    return page(readiness, NotReady::isElsewhere, "leader\n", "not leader\n", "");
  }

  private static OperatorPage page(
      Readiness readiness, Predicate<NotReady> counts, String yes, String no, String last) {
    return () -> {
      var lines = readiness.reasons().stream()
          .filter(counts)
          .map(reason -> reason.line() + "\n")
          .toList();
      return lines.isEmpty()
          ? text(HttpResponseStatus.OK, yes)
          : text(HttpResponseStatus.SERVICE_UNAVAILABLE, no + String.join("", lines) + last);
    };
  }

  private static HttpReply text(HttpResponseStatus status, String text) {
    return HttpReply.of(status, TEXT, allocator -> ByteBufUtil.writeUtf8(allocator, text));
  }
}
