package io.weir.server.value;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.weir.server.answer.HttpExchange;
import java.nio.ByteBuffer;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The body of a request as the content of a value. */
final class ValueContent {

  /**
   * Chunks of the network that are read ahead of the demand. Without one, each would wait for a
   * task of the loop.
   */
  private static final int AHEAD = 2;

  private ValueContent() {}

  /**
   * Returns the content of the request, which is read no faster than requested, and at most
   * {@value #AHEAD} chunks ahead. May be subscribed to and requested on any thread: the body is
   * read on the loop.
   *
   * <p>deliberate: copies each chunk. The writer keeps one until its batch is stored, and a copy
   * needs no release on any path.
   *
   * <p>Throws the failures of {@link io.weir.server.request.RequestBody#value}. Called on the loop.
   */
  static Flux<ByteBuffer> of(HttpExchange exchange, long limitBytes) {
    var loop = Schedulers.fromExecutor(exchange.loop());
    return exchange
        .body()
        .value(limitBytes)
        .map(ValueContent::copied)
        .publishOn(loop, AHEAD)
        .subscribeOn(loop);
  }

  private static ByteBuffer copied(ByteBuf chunk) {
    return ByteBuffer.wrap(ByteBufUtil.getBytes(chunk));
  }
}
