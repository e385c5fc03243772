package io.weir.perf.process;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** The process of a bare Reactor Netty endpoint, on a loop for each core: {@code PORT BYTES}. Serves until it is killed. */
public final class BareReactorNetty {

  private BareReactorNetty() {}

  public static void main(String[] args) {
    var bytes = Integer.parseInt(args[1]);
    var content = Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes).writeZero(bytes));
    var length = Integer.toString(bytes);
    HttpServer.create()
        .runOn(LoopResources.create("bare", Runtime.getRuntime().availableProcessors(), true))
        .host("127.0.0.1")
        .port(Integer.parseInt(args[0]))
        .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
        .handle((request, response) -> response
            .header(HttpHeaderNames.CONTENT_LENGTH, length)
            .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
            .sendObject(content.duplicate()))
        .bindNow()
        .onDispose()
        .block();
  }
}
