package io.weir.client.transport;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;

/**
 * Keeps quiet about connections that break: the transport closes them, and each request on them fails with what happened.
 *
 * <p>Without it every reset would end at the tail of the pipeline, which logs a warning with a stack trace. Any thread.
 */
@Sharable
final class IoFailureFilter extends ChannelInboundHandlerAdapter {

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) throws Exception {
    if (!(failure instanceof IOException)) {
      super.exceptionCaught(context, failure);
    }
  }
}
