package io.weir.perf.process;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerUpgradeHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.CleartextHttp2ServerUpgradeHandler;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.net.InetAddress;

/**
 * The process of a bare Netty endpoint with a loop for each core: {@code PORT BYTES}. It answers
 * HTTP/1.1 and HTTP/2 with prior knowledge, and ignores what it receives. It serves until it is
 * killed.
 */
public final class BareNetty extends ChannelInitializer<Channel> {

  private final ByteBuf content;

  private BareNetty(int bytes) {
    this.content = Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes).writeZero(bytes));
  }

  public static void main(String[] args) throws InterruptedException {
    var epoll = Epoll.isAvailable();
    var loops = new MultiThreadIoEventLoopGroup(
        Runtime.getRuntime().availableProcessors(),
        epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    ChannelFuture bound = new ServerBootstrap()
        .group(loops)
        .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
        .childHandler(new BareNetty(Integer.parseInt(args[1])))
        .bind(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]))
        .sync();
    bound.channel().closeFuture().sync();
  }

  @Override
  protected void initChannel(Channel channel) {
    var http1 = new HttpServerCodec();
    var http2 = new ChannelInitializer<Channel>() {
      @Override
      protected void initChannel(Channel connection) {
        connection
            .pipeline()
            .addLast(Http2FrameCodecBuilder.forServer().build())
            .addLast(new Http2MultiplexHandler(new Http2Answer()));
      }
    };
    // An upgrade request is refused: a client must use prior knowledge.
    channel
        .pipeline()
        .addLast(new CleartextHttp2ServerUpgradeHandler(
            http1, new HttpServerUpgradeHandler(http1, protocol -> null), http2))
        .addLast(new Http1Answer());
  }

  /** Answers when the whole request has arrived. */
  private final class Http1Answer extends SimpleChannelInboundHandler<HttpObject> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
      if (part instanceof LastHttpContent) {
        var answer = new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content.duplicate());
        answer.headers().set("content-length", content.readableBytes());
        var unused = context.write(answer, context.voidPromise());
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
      // The handlers of HTTP/2 come after this one.
      context.fireChannelReadComplete();
    }
  }

  /** Answers a stream when its request has ended. */
  @Sharable
  private final class Http2Answer extends SimpleChannelInboundHandler<Http2StreamFrame> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
      if (endsRequest(frame)) {
        var head = new DefaultHttp2Headers()
            .status("200")
            .setInt("content-length", content.readableBytes());
        var unusedHead = context.write(new DefaultHttp2HeadersFrame(head));
        var unusedBody = context.write(new DefaultHttp2DataFrame(content.duplicate(), true));
      }
    }

    private static boolean endsRequest(Http2StreamFrame frame) {
      return (frame instanceof Http2HeadersFrame headers && headers.isEndStream())
          || (frame instanceof Http2DataFrame data && data.isEndStream());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }
}
