package io.weir.perf.endpoint;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import java.time.Duration;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** A bare Reactor Netty endpoint: what HTTP itself costs. */
record ConstantSubject(DisposableServer server, LoopResources loops) implements Subject {

  private static final Duration CLOSING = Duration.ofSeconds(5);

  static ConstantSubject start(int bytes) {
    var content = Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes).writeZero(bytes));
    var length = Integer.toString(bytes);
    var loops = LoopResources.create("constant", Runtime.getRuntime().availableProcessors(), true);
    var server = HttpServer.create()
        .runOn(loops)
        .host("127.0.0.1")
        .port(0)
        .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
        .handle((request, response) -> response
            .header(HttpHeaderNames.CONTENT_LENGTH, length)
            .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_OCTET_STREAM)
            .sendObject(content.duplicate()))
        .bindNow();
    return new ConstantSubject(server, loops);
  }

  @Override
  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.disposeNow(CLOSING);
    loops.disposeLater(Duration.ZERO, CLOSING).block();
  }
}
