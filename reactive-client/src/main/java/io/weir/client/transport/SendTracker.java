package io.weir.client.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.weir.client.call.Call;
import io.weir.client.call.RequestNotSent;
import io.weir.client.exchange.Protocol;
import java.io.IOException;
import reactor.netty.Connection;

/**
 * Whether one attempt has left this machine, and whether the service says that it did not look at it.
 *
 * <p>A service that closes a connection, or takes no more streams, names those that it did not process: they are reset as refused, or
 * numbered behind the last one of its farewell. Source: RFC 9113, sections 6.8 and 8.7.
 *
 * <p>Written on the loop of the connection, read by whoever hears of the failure.
 */
final class SendTracker extends ChannelInboundHandlerAdapter {

  private final Call call;
  private final Protocol protocol;
  private volatile boolean gone;

  SendTracker(Call call, Protocol protocol) {
    this.call = call;
    this.protocol = protocol;
  }

  /** The request is about to leave by this HTTP/2 stream; or by this connection of HTTP/1.1, which knows no farewell. */
  void sentBy(Connection stream) {
    gone = true;
    call.markSent();
    if (protocol == Protocol.HTTP_2) {
      stream.channel().pipeline().addFirst(this);
    }
  }

  /** The failure, as one that was {@link RequestNotSent} where it was the connection's and the request had not left. */
  Throwable explain(Throwable failure) {
    return gone || !(failure instanceof IOException) ? failure : new RequestNotSent(failure);
  }

  /** The transport hands a farewell to the streams behind the last that is processed, and to no others. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    var isRefused = event instanceof Http2ResetFrame reset
        && reset.errorCode() == Http2Error.REFUSED_STREAM.code();
    if (isRefused || event instanceof Http2GoAwayFrame) {
      gone = false;
    }
    super.userEventTriggered(context, event);
  }
}
