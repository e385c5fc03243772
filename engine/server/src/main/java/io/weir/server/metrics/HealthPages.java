package io.weir.server.metrics;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.OperatorPage;
import java.util.function.Predicate;

/** The probes of an orchestrator: whether the process answers, and whether it should be sent requests. */
public final class HealthPages {

  private static final String TEXT = "text/plain; charset=utf-8";

  private HealthPages() {}

  /** Answers 200 while the process can go on, else 503: it has to be restarted, for one of its loops has ended. */
  public static OperatorPage live(Readiness readiness) {
    return page(readiness, NotReady::needsRestart, "live\n", "not live\n");
  }

  /** Answers 200 while nothing hinders the server, else 503 with a line for each reason. */
  public static OperatorPage ready(Readiness readiness) {
    return page(readiness, hindrance -> true, "ready\n", "not ready\n");
  }

  private static OperatorPage page(Readiness readiness, Predicate<NotReady> counts, String yes, String no) {
    return () -> {
      var lines = readiness.reasons().stream()
          .filter(counts)
          .map(hindrance -> hindrance.line() + "\n")
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
