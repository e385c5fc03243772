package io.weir.client.transport;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;

/**
 * Swallows I/O failures of a connection at the end of its pipeline. The transport closes the
 * connection, and each request on it fails with the cause.
 *
 * <p>Without the filter, the pipeline's tail would log every reset as a warning with a stack trace.
 * Any thread.
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
