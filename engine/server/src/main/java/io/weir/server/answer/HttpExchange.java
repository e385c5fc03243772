package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.server.loop.NettyLoop;
import io.weir.server.request.Access;
import io.weir.server.request.ClientMemory;
import io.weir.server.request.Disclosure;
import io.weir.server.request.RequestBody;
import io.weir.server.request.RequestHead;
import io.weir.server.request.StreamLimits;
import io.weir.server.request.TableRequest;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A request in progress: the request, the tables of its account, and the way to answer it.
 *
 * <p>Belongs to the loop of its connection. The results of {@link #reply} and {@link #stream} may
 * be subscribed to on any thread; the answer is sent from the loop.
 */
public final class HttpExchange implements OpenExchange {

  private final TableRequest request;
  private final Access access;
  private final TableService account;
  private final TableService tables;
  private final Responder responder;
  private final Shared shared;

  /**
   * State that all exchanges of an endpoint share.
   *
   * @param closing completes when the endpoint begins to close, on any thread
   */
  public record Shared(ErrorReplies errors, RequestListener traffic, Mono<Void> closing) {

    /**
     * Reports to metrics an operation that was answered within an exchange: see
     * {@link OpenExchange#answered}.
     */
    public void answered(String name, int status, long tookNanos) {
      traffic.part(new RequestListener.Served(name, status, Duration.ofNanos(tookNanos), 0, 0));
    }

    /**
     * Completes on the loop of an answer after the given time or when the endpoint closes,
     * whichever is first.
     */
    public Mono<Void> ending(Responder responder, Duration most) {
      var loop = Schedulers.fromExecutor(responder.loop());
      return Mono.firstWithSignal(closing.publishOn(loop), responder.elapsed(most));
    }
  }

  public HttpExchange(
      TableRequest request,
      Access access,
      TableService tables,
      Responder responder,
      Shared shared) {
    this.request = request;
    this.access = access;
    this.account = tables;
    this.tables = access.view().apply(tables);
    this.responder = responder;
    this.shared = shared;
  }

  public TableRequest request() {
    return request;
  }

  /**
   * Fails with {@code AuthorizationFailure} unless the sender holds an account key. For operations
   * that reach beyond tables.
   */
  public void requireOwner() {
    if (!access.owner()) {
      throw new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "expected=accountKey");
    }
  }

  /**
   * Fails with {@code AuthorizationFailure} if the sender's rights end at a range of keys. For
   * operations whose answer depends on entities outside of it.
   */
  public void requireAllKeys() {
    if (!access.allKeys()) {
      throw new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "expected=rightsOnAllKeys");
    }
  }

  /**
   * Fails with an {@code Authorization..} code unless the sender may use the request's verb on the
   * service itself.
   */
  public void requireOfService() {
    access.service().accept(request.verb());
  }

  /** Returns the tables of the account, restricted to the sender's rights. */
  public TableService tables() {
    return tables;
  }

  /**
   * Returns the tables of the account without the sender's restrictions, for an operation whose
   * rows all belong to one entity. Fails as {@link Access.EntityRights} does unless the sender may
   * use the entity in each of these ways.
   */
  public TableService tablesFor(TableName table, EntityKey key, Access.Use... uses) {
    for (var use : uses) {
      access.entities().require(table, key, use);
    }
    return account;
  }

  /**
   * Returns whether the entity is among those that the sender's rights cover. Fails with an
   * {@code Authorization..} code if the sender may use no entity of the table in this way.
   */
  public boolean covers(TableName table, EntityKey key, Access.Use use) {
    try {
      access.entities().require(table, key, use);
      return true;
    } catch (NotFoundException invisible) {
      return false;
    } catch (AccessDeniedException denied) {
      if (denied.code() == ErrorCode.AUTHORIZATION_FAILURE) {
        return false;
      }
      throw denied;
    }
  }

  /**
   * Returns a failure of a write to a table in the form for this sender: see {@link Disclosure}.
   */
  public TableServiceException told(TableName table, TableServiceException failure) {
    return Disclosure.of(failure, holder -> mayRead(table, holder));
  }

  private boolean mayRead(TableName table, EntityKey key) {
    try {
      access.entities().require(table, key, Access.Use.READ);
      return true;
    } catch (NotFoundException | AccessDeniedException hidden) {
      return false;
    }
  }

  @Override
  public RequestHead head() {
    return request.head();
  }

  @Override
  public ByteBufAllocator allocator() {
    return responder.allocator();
  }

  /**
   * Counts memory that the answer holds until the end of the exchange. Fails with
   * {@code ServerBusy} if the memory for requests is used up. Called on the loop.
   */
  public void requireMemory(long bytes) {
    responder.requireMemory(bytes);
  }

  /** Returns the endpoint's limits for one stream. They apply whatever the request asks for. */
  public StreamLimits streamLimits() {
    return responder.streamLimits();
  }

  @Override
  public NettyLoop loop() {
    return responder.loop();
  }

  /** Returns whether status and headers may have been sent. If so, no other answer is possible. */
  public boolean isBegun() {
    return responder.isBegun();
  }

  @Override
  public void operation(String name) {
    responder.operation(name);
  }

  @Override
  public void answered(String name, int status, long tookNanos) {
    shared.answered(name, status, tookNanos);
  }

  @Override
  public Mono<Void> ending(Duration most) {
    return shared.ending(responder, most);
  }

  @Override
  public RequestBody body() {
    return responder.body();
  }

  /**
   * Admits a request that lasts, until its end. Fails with {@code ServerBusy} if clients hold too
   * much memory.
   */
  public void require(ClientMemory.Holder holder) {
    responder.require(holder);
  }

  /**
   * Returns the error reply for a part of a larger answer. A failure of the whole exchange is
   * signalled instead.
   */
  public HttpReply failed(TableServiceException failure) {
    return shared.errors().of(failure, request.head().id());
  }

  /** Sends a reply in one piece, with its length. */
  public Mono<Void> reply(HttpReply reply) {
    return responder.send(reply);
  }

  @Override
  public Mono<Void> stream(HttpReply head, Flux<ByteBuf> chunks) {
    return responder.stream(head, chunks);
  }
}
