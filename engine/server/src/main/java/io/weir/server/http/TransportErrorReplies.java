package io.weir.server.http;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.wire.HttpDate;
import io.weir.server.answer.ErrorReplies;
import io.weir.server.answer.StandardHeaders;
import java.time.Clock;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Gives the transport's own refusals the protocol's error body.
 *
 * <p>An unreadable or oversized request line or header never becomes a request, and the transport
 * would answer it with an empty body. Such an answer is recognised by its missing request id.
 *
 * <p>Stands at the tail of each connection's pipeline. Other answers cost one check of their type.
 * Runs on the loop of the connection; stateless, so that all connections share it.
 *
 * <p>HTTP/2's codec refuses oversized headers by itself, with status 431 and no body; such answers
 * do not pass here.
 */
@Sharable
final class TransportErrorReplies extends ChannelOutboundHandlerAdapter {

  static final String NAME = "weir.transportAnswers";

  /** The error code for each status of the transport's refusals. */
  private static final Map<Integer, ErrorCode> CODES = Map.of(
      400, ErrorCode.INVALID_INPUT,
      408, ErrorCode.OPERATION_TIMED_OUT,
      413, ErrorCode.REQUEST_BODY_TOO_LARGE,
      414, ErrorCode.REQUEST_URI_TOO_LONG,
      431, ErrorCode.REQUEST_HEADERS_TOO_LARGE);

  private final RequestIds ids;
  private final HttpDate date;
  private final ErrorReplies errors;

  TransportErrorReplies(Clock clock, SplittableRandom random) {
    this.ids = new RequestIds(random);
    this.date = new HttpDate(clock);
    this.errors = new ErrorReplies(clock);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    var sent = message instanceof FullHttpResponse answer && isTransports(answer)
        ? withBody(answer, context)
        : message;
    var unused = context.write(sent, promise);
  }

  private static boolean isTransports(FullHttpResponse answer) {
    return !answer.headers().contains(StandardHeaders.X_MS_REQUEST_ID)
        && CODES.containsKey(answer.status().code());
  }

  private FullHttpResponse withBody(FullHttpResponse bare, ChannelHandlerContext context) {
    var id = ids.next();
    var code = CODES.getOrDefault(bare.status().code(), ErrorCode.INVALID_INPUT);
    var reply = errors.of(code, id);
    var body = reply.body().write(context.alloc());
    var whole = new DefaultFullHttpResponse(bare.protocolVersion(), bare.status(), body);
    whole.headers().set(bare.headers());
    StandardHeaders.set(whole.headers(), EmptyHttpHeaders.INSTANCE, id, date.now());
    for (var header = reply.headers(); header != null; header = header.before()) {
      whole.headers().set(header.name(), header.value());
    }
    whole.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    bare.release();
    return whole;
  }
}
