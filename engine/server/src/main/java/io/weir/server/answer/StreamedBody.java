package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Sends a body chunk by chunk, never more than one chunk ahead of the client.
 *
 * <p>The next chunk is requested when the one before it has left for the socket or, in HTTP/2, has
 * passed the stream's window. A client that stops reading therefore stops the source. Chunks of 8
 * to 64 KiB keep this cheap.
 *
 * <p>A body of one chunk that ends at once is sent whole, with its length. That takes one write to
 * the socket instead of three for head, chunk and end.
 *
 * <p>deliberate: the transport's own way of sending a publisher requests 128 elements whatever
 * their size, and an unbounded number if the last operator fuses asynchronously. One chunk at a
 * time, from an operator that does not fuse, avoids both.
 */
final class StreamedBody {

  private StreamedBody() {}

  /** Sends the chunks and takes ownership of each. Cancelling cancels the source. */
  static Mono<Void> send(HttpServerResponse response, Flux<ByteBuf> chunks, Executor loop) {
    return new MarkedChunks(chunks, loop)
        .concatMap(
            marked -> marked.whole()
                ? response.sendObject(marked.chunk()).then()
                : flushed(response, marked.chunk()),
            1)
        .doOnDiscard(MarkedChunks.MarkedChunk.class, MarkedChunks.MarkedChunk::release)
        .then();
  }

  /**
   * Sends one chunk and flushes it.
   *
   * <p>If the connection is closed, the transport fails before it requests the chunk, which is then
   * still owned here. The chunk is produced only on request: a source that held it would also hand
   * it to the transport's discard hook, and it would be freed twice.
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
