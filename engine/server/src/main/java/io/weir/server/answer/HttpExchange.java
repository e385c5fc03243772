package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.TableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.server.loop.NettyLoop;
import io.weir.server.request.Access;
import io.weir.server.request.StreamLimits;
import io.weir.server.request.TableRequest;
import io.weir.server.upload.RequestBody;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A request in progress: the request, the tables of its account, and the way to answer it.
 *
 * <p>Belongs to the loop of its connection. The results of {@link #reply} and {@link #stream} may be subscribed to on
 * any thread; the answer is sent from the loop.
 */
public final class HttpExchange {

  private final TableRequest request;
  private final Access access;
  private final TableService tables;
  private final Responder responder;
  private final Shared shared;

  /**
   * State that all exchanges of an endpoint share.
   *
   * @param closing completes when the endpoint begins to close, on any thread
   */
  public record Shared(ErrorReplies errors, RequestListener traffic, Mono<Void> closing) {}

  public HttpExchange(
      TableRequest request,
      Access access,
      TableService tables,
      Responder responder,
      Shared shared) {
    this.request = request;
    this.access = access;
    this.tables = access.view().apply(tables);
    this.responder = responder;
    this.shared = shared;
  }

  public TableRequest request() {
    return request;
  }

  /**
   * Fails with {@code AuthorizationFailure} unless the sender holds an account key. For operations that reach beyond
   * tables.
   */
  public void requireOwner() {
    if (!access.owner()) {
      throw new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "expected=accountKey");
    }
  }

  /**
   * Fails with an {@code Authorization..} code unless the sender may use the request's verb on the service itself.
   */
  public void requireOfService() {
    access.service().accept(request.verb());
  }

  /** Returns the tables of the account, restricted to the sender's rights. */
  public TableService tables() {
    return tables;
  }

  /** Returns the allocator for the chunks of a streamed answer. */
  public ByteBufAllocator allocator() {
    return responder.allocator();
  }

  /** Returns the endpoint's limits for one stream. They apply whatever the request asks for. */
  public StreamLimits streamLimits() {
    return responder.streamLimits();
  }

  /**
   * Returns the loop of the connection. It runs the tasks handed to it in order, and long work in turns.
   */
  public NettyLoop loop() {
    return responder.loop();
  }

  /** Returns whether status and headers may have been sent. If so, no other answer is possible. */
  public boolean isBegun() {
    return responder.isBegun();
  }

  /**
   * Sets the operation's name for metrics, one of a small fixed set, such as {@code QueryEntities}.
   */
  public void operation(String name) {
    responder.operation(name);
  }

  /**
   * Reports to metrics an operation that was answered within this exchange.
   *
   * @param name one of a small fixed set, as in {@link #operation}
   * @param status the status of a separate reply to it
   * @param tookNanos time from reading the operation to answering it
   */
  public void answered(String name, int status, long tookNanos) {
    var served = new RequestListener.Served(name, status, Duration.ofNanos(tookNanos), 0, 0);
    shared.traffic().part(served);
  }

  /**
   * Completes on the loop after the given time or when the endpoint closes, whichever is first. For exchanges without an
   * end of their own.
   */
  public Mono<Void> ending(Duration most) {
    var loop = Schedulers.fromExecutor(responder.loop());
    return Mono.firstWithSignal(shared.closing().publishOn(loop), responder.elapsed(most));
  }

  /** Returns the body, which is read once. */
  public RequestBody body() {
    return responder.body();
  }

  /**
   * Returns the error reply for a part of a larger answer. A failure of the whole exchange is signalled instead.
   */
  public HttpReply failed(TableServiceException failure) {
    return shared.errors().of(failure, request.head().id());
  }

  /** Sends a reply in one piece, with its length. */
  public Mono<Void> reply(HttpReply reply) {
    return responder.send(reply);
  }

  /**
   * Sends a body chunk by chunk, at most one chunk ahead of the client: see {@link StreamedBody}. Takes ownership of the
   * chunks; 8 to 64 KiB is a good size. A client that disconnects cancels them.
   *
   * @param head status and headers; its body is not used
   */
  public Mono<Void> stream(HttpReply head, Flux<ByteBuf> chunks) {
    return responder.stream(head, chunks);
  }
}
