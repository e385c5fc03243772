package io.weir.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.weir.server.request.ClientMemory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Admits the connections of a port, up to a number and while there is memory for them. The first
 * bytes of any other one are answered 503, and it is closed; without a byte it is closed after
 * {@value #SILENT_MILLIS} ms.
 *
 * <p>The transport closes a connection at once when {@link #REFUSED} are being refused.
 *
 * <p>Any loop.
 */
final class ConnectionAdmission {

  /** Most connections that are being refused at one moment. */
  static final int REFUSED = 64;

  private static final int SILENT_MILLIS = 1_000;
  private static final String NAME = "weir.refusedConnection";
  private static final byte[] ANSWER = """
      HTTP/1.1 503 Service Unavailable\r
      Retry-After: 1\r
      x-ms-error-code: ServerBusy\r
      Connection: close\r
      Content-Length: 0\r
      \r
      """.getBytes(US_ASCII);

  private final int most;
  private final ClientMemory memory;
  private final AtomicInteger open = new AtomicInteger();

  ConnectionAdmission(int most, ClientMemory memory) {
    this.most = most;
    this.memory = memory;
  }

  /** Admits a new connection until it closes, and returns true; or refuses it. */
  boolean admit(Channel channel) {
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      refuse(channel);
      return false;
    }
    if (!memory.admit(ClientMemory.Holder.CONNECTION)) {
      open.decrementAndGet();
      refuse(channel);
      return false;
    }
    channel.closeFuture().addListener(closed -> {
      open.decrementAndGet();
      memory.release(ClientMemory.Holder.CONNECTION.bytes());
    });
    return true;
  }

  private static void refuse(Channel channel) {
    var pipeline = channel.pipeline();
    var encryption = pipeline.context(SslHandler.class);
    ChannelHandler refusal = new Refusal();
    if (encryption == null) {
      pipeline.addFirst(NAME, refusal);
    } else {
      pipeline.addAfter(encryption.name(), NAME, refusal);
    }
    var silence =
        channel.eventLoop().schedule(() -> close(channel), SILENT_MILLIS, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(closed -> silence.cancel(false));
  }

  private static void close(Channel channel) {
    var unused = channel.close();
  }

  /** Answers the first bytes, and reads no request. Owned by the loop of the connection. */
  private static final class Refusal extends ChannelInboundHandlerAdapter {

    private boolean answered;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
      if (!answered) {
        answered = true;
        context
            .writeAndFlush(Unpooled.wrappedBuffer(ANSWER))
            .addListener(ChannelFutureListener.CLOSE);
      }
    }
  }
}
