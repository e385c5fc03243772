package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.server.loop.NettyLoop;
import io.weir.server.request.RequestBody;
import io.weir.server.request.RequestHead;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A request in progress whose answer may be a stream: of tables or of queues.
 *
 * <p>Belongs to the loop of its connection. The result of {@link #stream} may be subscribed to on
 * any thread; the answer is sent from the loop.
 */
public interface OpenExchange {

  RequestHead head();

  /** Returns the body, which is read once. */
  RequestBody body();

  /** Returns the allocator for the chunks of a streamed answer. */
  ByteBufAllocator allocator();

  /**
   * Returns the loop of the connection. It runs the tasks handed to it in order, and long work in
   * turns.
   */
  NettyLoop loop();

  /**
   * Sets the operation's name for metrics, one of a small fixed set, such as {@code QueryEntities}.
   */
  void operation(String name);

  /**
   * Reports to metrics an operation that was answered within this exchange.
   *
   * @param name one of a small fixed set, as in {@link #operation}
   * @param status the status of a separate reply to it
   * @param tookNanos time from reading the operation to answering it
   */
  void answered(String name, int status, long tookNanos);

  /**
   * Completes on the loop after the given time or when the endpoint closes, whichever is first. For
   * exchanges without an end of their own.
   */
  Mono<Void> ending(Duration most);

  /**
   * Sends a body chunk by chunk, at most one chunk ahead of the client: see {@link StreamedBody}.
   * Takes ownership of the chunks; 8 to 64 KiB is a good size. A client that disconnects cancels
   * them.
   *
   * @param head status and headers; its body is not used
   */
  Mono<Void> stream(HttpReply head, Flux<ByteBuf> chunks);
}
