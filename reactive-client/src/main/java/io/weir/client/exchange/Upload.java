package io.weir.client.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.concurrent.Executor;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.NettyOutbound;

/** A body of unknown length that is made while it is sent. */
@FunctionalInterface
public interface Upload {

  /**
   * Emits the chunks of the body. Their subscriber owns them. They must need no release, because
   * they may be lost with the connection.
   *
   * @param loop of the connection that sends them
   */
  Flux<ByteBuf> chunks(Executor loop);

  /**
   * Sends the body chunk by chunk. It requests the next chunk when the one before has passed the
   * window of the HTTP/2 stream, so a service that stops reading also stops the source of the
   * chunks.
   *
   * <p>deliberate: the transport's own way to send a publisher requests many chunks at once,
   * whatever their size. Chunks may be made on any thread and are sent on the connection's loop;
   * one chunk is made ahead.
   */
  default Mono<Void> send(NettyOutbound out) {
    var channel = new Channel[1];
    out.withConnection(connection -> channel[0] = connection.channel());
    var loop = channel[0].eventLoop();
    return chunks(loop)
        .publishOn(Schedulers.fromExecutor(loop), 1)
        .concatMap(chunk -> out.send(Mono.just(chunk), any -> true).then(), 1)
        .then();
  }
}
