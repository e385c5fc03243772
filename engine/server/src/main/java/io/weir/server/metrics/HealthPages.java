package io.weir.server.metrics;

import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.http.Page;
import io.weir.server.http.Reply;
import java.util.function.BooleanSupplier;

/** The probes of an orchestrator: whether the process answers, and whether it should be sent requests. */
public final class HealthPages {

  private static final String TEXT = "text/plain; charset=utf-8";

  private HealthPages() {}

  /** Answers 200 as long as a loop turns. */
  public static Page live() {
    return () -> text(HttpResponseStatus.OK, "live\n");
  }

  /** Answers 200 while the store takes writes, else 503. */
  public static Page ready(BooleanSupplier takesWrites) {
    return () -> takesWrites.getAsBoolean()
        ? text(HttpResponseStatus.OK, "ready\n")
        : text(HttpResponseStatus.SERVICE_UNAVAILABLE, "not ready\n");
  }

  private static Reply text(HttpResponseStatus status, String text) {
    return Reply.of(status, TEXT, allocator -> ByteBufUtil.writeUtf8(allocator, text));
  }
}
