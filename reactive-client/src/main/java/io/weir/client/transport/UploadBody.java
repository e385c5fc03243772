package io.weir.client.transport;

import io.netty.channel.Channel;
import io.weir.client.exchange.OutboundRequest;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.NettyOutbound;

/**
 * Sends a body of unknown length chunk by chunk. It requests the next chunk when the one before has passed the window of the HTTP/2
 * stream, so a service that stops reading also stops the source of the chunks.
 *
 * <p>deliberate: the transport's own way to send a publisher requests many chunks at once, whatever their size. Chunks may be made on
 * any thread and are sent on the connection's loop; one chunk is made ahead.
 */
final class UploadBody {

  private UploadBody() {}

  /** Takes ownership of the chunks. They must need no release, because they may be lost with the connection. */
  static Mono<Void> send(NettyOutbound out, OutboundRequest.Upload upload) {
    var loop = channelOf(out).eventLoop();
    return upload
        .chunks(loop)
        .publishOn(Schedulers.fromExecutor(loop), 1)
        .concatMap(chunk -> out.send(Mono.just(chunk), any -> true).then(), 1)
        .then();
  }

  private static Channel channelOf(NettyOutbound out) {
    var found = new Channel[1];
    out.withConnection(connection -> found[0] = connection.channel());
    return found[0];
  }
}
