package io.weir.server.operator;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.OperatorPage;
import java.util.Map;
import java.util.function.Predicate;

/** The pages for an orchestrator's probes: liveness and readiness. */
public final class HealthPages {

  private static final String TEXT = "text/plain; charset=utf-8";

  private HealthPages() {}

  /** Returns both pages by their paths. */
  public static Map<String, OperatorPage> of(Readiness readiness) {
    return Map.of("/health", live(readiness), "/health/ready", ready(readiness));
  }

  /**
   * Answers 200 while the process can continue. Answers 503 after one of its loops has ended; the process then needs a
   * restart.
   */
  public static OperatorPage live(Readiness readiness) {
    return page(readiness, NotReady::needsRestart, "live\n", "not live\n");
  }

  /** Answers 200 while the server is ready, else 503 with one line for each reason. */
  public static OperatorPage ready(Readiness readiness) {
    return page(readiness, reason -> true, "ready\n", "not ready\n");
  }

  private static OperatorPage page(
      Readiness readiness, Predicate<NotReady> counts, String yes, String no) {
    return () -> {
      var lines = readiness.reasons().stream()
          .filter(counts)
          .map(reason -> reason.line() + "\n")
          .toList();
      return lines.isEmpty()
          ? text(HttpResponseStatus.OK, yes)
          : text(HttpResponseStatus.SERVICE_UNAVAILABLE, no + String.join("", lines));
    };
  }

  private static HttpReply text(HttpResponseStatus status, String text) {
    return HttpReply.of(status, TEXT, allocator -> ByteBufUtil.writeUtf8(allocator, text));
  }
}
