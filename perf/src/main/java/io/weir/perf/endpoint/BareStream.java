package io.weir.perf.endpoint;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** A bare Reactor Netty endpoint that answers with so many bytes, chunk by chunk out of one buffer: the limit of a stream. */
record BareStream(DisposableServer server, LoopResources loops) implements Subject {

  private static final int CHUNK_BYTES = 12 * 1024;
  private static final Duration CLOSING = Duration.ofSeconds(5);

  static BareStream start(int bytes) {
    var content =
        Unpooled.unreleasableBuffer(Unpooled.directBuffer(CHUNK_BYTES).writeZero(CHUNK_BYTES));
    var chunks = Flux.range(0, bytes / CHUNK_BYTES).map(i -> content.duplicate());
    var loops = LoopResources.create("bare", Runtime.getRuntime().availableProcessors(), true);
    var server = HttpServer.create()
        .runOn(loops)
        .host("127.0.0.1")
        .port(0)
        .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
        .handle((request, response) -> response
            .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_OCTET_STREAM)
            .send(chunks))
        .bindNow();
    return new BareStream(server, loops);
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
