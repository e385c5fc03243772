package io.weir.client.transport;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.weir.client.call.Call;
import io.weir.client.call.RequestNotSent;
import io.weir.client.exchange.Protocol;
import java.io.IOException;
import reactor.netty.Connection;

/**
 * Tracks whether one attempt has left this machine, and whether the service has disclaimed it.
 *
 * <p>A service that closes a connection, or accepts no more streams, names the streams that it did
 * not process: it resets them with REFUSED_STREAM, or they have a higher number than its GOAWAY.
 * Source: RFC 9113, sections 6.8 and 8.7. A stream whose head could not be written, because the
 * connection was closed meanwhile, was not sent either.
 *
 * <p>Written on the loop of the connection, read by the thread that handles the failure.
 */
final class SendTracker extends ChannelDuplexHandler {

  private final Call call;
  private final Protocol protocol;
  private final long toldTicks;
  private volatile boolean gone;

  /** @param toldTicks the time that the node which gets the attempt has told last */
  SendTracker(Call call, Protocol protocol, long toldTicks) {
    this.call = call;
    this.protocol = protocol;
    this.toldTicks = toldTicks;
  }

  /**
   * Notes that this connection is about to send the request; for HTTP/2, it is the stream's
   * channel. HTTP/1.1 has no GOAWAY to listen for.
   */
  void sentBy(Connection stream) {
    gone = true;
    call.markSent(toldTicks);
    if (protocol == Protocol.HTTP_2) {
      stream.channel().pipeline().addFirst(this);
    }
  }

  /** Wraps the failure of a connection in {@link RequestNotSent} if the request was not sent. */
  Throwable explain(Throwable failure) {
    return gone || !(failure instanceof IOException) ? failure : new RequestNotSent(failure);
  }

  /** The failure of a write is told before the end of the stream. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    var told = promise.unvoid();
    if (message instanceof Http2HeadersFrame) {
      var unused = told.addListener(written -> noteHead(written.isSuccess()));
    }
    super.write(context, message, told);
  }

  private void noteHead(boolean isWritten) {
    if (!isWritten) {
      gone = false;
    }
  }

  /** The transport delivers a GOAWAY only to the streams after the last processed one. */
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
