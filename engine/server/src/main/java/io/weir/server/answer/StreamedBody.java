package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Sends a body piece by piece, never more than one chunk ahead of what the peer has room for.
 *
 * <p>A chunk is asked for when the one before it has left for the socket, or, in HTTP/2, has passed the stream's window; so a client
 * that stops reading stops the source. Chunks of 8 to 64 KiB keep this cheap.
 *
 * <p>A body of one chunk, which ends as soon as it begins, leaves as a whole, with its length: by one write to the socket, where head,
 * chunk and end by themselves are three.
 *
 * <p>deliberate: the transport's own way of sending a publisher asks for 128 elements whatever their size, and without end when the
 * last operator fuses asynchronously. One chunk at a time, by an operator that does not fuse, closes both doors.
 */
final class StreamedBody {

  private StreamedBody() {}

  /** Takes ownership of every chunk. Cancelling it cancels the source. */
  static Mono<Void> send(HttpServerResponse response, Flux<ByteBuf> chunks, Executor loop) {
    return new MarkedChunks(chunks, loop)
        .concatMap(
            piece -> piece.whole()
                ? response.sendObject(piece.chunk()).then()
                : flushed(response, piece.chunk()),
            1)
        .doOnDiscard(MarkedChunks.Piece.class, MarkedChunks.Piece::release)
        .then();
  }

  /**
   * A connection that is gone fails the sending before it asks for the chunk, which then is still ours. The chunk is produced only
   * when it is asked for: a source that held it would hand it to the transport's discarding as well, and it would be freed twice.
   */
  private static Publisher<Void> flushed(HttpServerResponse response, ByteBuf chunk) {
    var taken = new AtomicBoolean();
    var one = Mono.fromSupplier(() -> take(chunk, taken)).flux().hide();
    return response.send(one, sent -> true).then().doFinally(signal -> releaseUnless(taken, chunk));
  }

  private static ByteBuf take(ByteBuf chunk, AtomicBoolean taken) {
    taken.set(true);
    return chunk;
  }

  private static void releaseUnless(AtomicBoolean taken, ByteBuf chunk) {
    if (!taken.getAndSet(true)) {
      chunk.release();
    }
  }
}
