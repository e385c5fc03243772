package io.weir.server.stream;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.QueryReport;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.PlanHeader;
import java.util.List;
import reactor.core.publisher.Mono;

/** Replies of a few frames, in one piece. Belongs to the loop of the connection. */
final class FrameReplies {

  private static final String RETRY_AFTER_SECONDS = "1";

  private final HttpExchange exchange;

  FrameReplies(HttpExchange exchange) {
    this.exchange = exchange;
  }

  Mono<Void> nothing() {
    return exchange.reply(HttpReply.of(HttpResponseStatus.NO_CONTENT));
  }

  Mono<Void> frame(Frame frame) {
    return exchange.reply(reply(HttpResponseStatus.OK, List.of(frame)));
  }

  Mono<Void> frames(List<Frame> frames) {
    return exchange.reply(reply(HttpResponseStatus.OK, frames));
  }

  /** Sends a page, which ends with its report. A header shows the report to people. */
  Mono<Void> page(List<Frame> frames, QueryReport report) {
    return exchange.reply(PlanHeader.on(reply(HttpResponseStatus.OK, frames), report));
  }

  Mono<Void> refusal(TableServiceException failure) {
    var code = failure.code();
    var reply = reply(
            HttpResponseStatus.valueOf(code.status()), List.of(new Frame.Failure(failure)))
        .with("x-ms-error-code", code.code());
    return exchange.reply(
        code == ErrorCode.SERVER_BUSY
            ? reply.with(HttpHeaderNames.RETRY_AFTER, RETRY_AFTER_SECONDS)
            : reply);
  }

  /** Returns a reply that wraps the frames' arrays without copying them. */
  private static HttpReply reply(HttpResponseStatus status, List<Frame> frames) {
    var bytes = frames.stream().map(FrameEncoder::encode).toArray(byte[][]::new);
    return HttpReply.of(status, Dialect.BINARY, allocator -> Unpooled.wrappedBuffer(bytes));
  }
}
