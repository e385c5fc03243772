package io.weir.server.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpServerCodec;

/**
 * Keeps a request with several hosts from being upgraded to HTTP/2. The upgrade would drop all
 * hosts but one, and {@link RequestHost} could not refuse the request.
 *
 * <p>Stands between the HTTP/1.1 codec and the handler of upgrades. Stateless, so that all
 * connections share it. Runs on the loop of the connection.
 */
@Sharable
final class UpgradeGuard extends ChannelInboundHandlerAdapter {

  private static final String NAME = "weir.upgrades";

  /** Installs the guard if the connection may be upgraded, which one with TLS may not. */
  void installOn(Channel channel) {
    var codec = channel.pipeline().context(HttpServerCodec.class);
    if (codec != null) {
      channel.pipeline().addAfter(codec.name(), NAME, this);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request
        && request.headers().getAll(HttpHeaderNames.HOST).size() > 1) {
      request.headers().remove(HttpHeaderNames.UPGRADE);
    }
    context.fireChannelRead(message);
  }
}
