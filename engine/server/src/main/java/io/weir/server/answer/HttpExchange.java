package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.TableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.server.loop.NettyLoop;
import io.weir.server.request.Access;
import io.weir.server.request.BodyReader;
import io.weir.server.request.StreamLimits;
import io.weir.server.request.TableRequest;
import io.weir.server.request.UploadWindows;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * One request while it is answered: what is asked, the tables it is asked of, and the way back.
 *
 * <p>Belongs to the loop of its connection. What {@link #reply} and {@link #stream} return may be subscribed to on any thread; the
 * answer leaves from the loop all the same.
 */
public final class HttpExchange {

  private final TableRequest request;
  private final Access access;
  private final TableService tables;
  private final Responder responder;
  private final Shared shared;

  /**
   * What all exchanges of an endpoint share.
   *
   * @param closing completes when the endpoint begins to close, on any thread
   */
  public record Shared(int bodyLimitBytes, ErrorReplies errors, RequestListener traffic, Mono<Void> closing) {}

  public HttpExchange(TableRequest request, Access access, TableService tables, Responder responder, Shared shared) {
    this.request = request;
    this.access = access;
    this.tables = access.view().apply(tables);
    this.responder = responder;
    this.shared = shared;
  }

  public TableRequest request() {
    return request;
  }

  /** Fails with {@code AuthorizationFailure} unless the sender holds a key of the account: for what is not about tables alone. */
  public void requireOwner() {
    if (!access.owner()) {
      throw new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "expected=accountKey");
    }
  }

  /** Fails with an {@code Authorization..} code unless the sender may do what the verb says with the service itself. */
  public void requireOfService() {
    access.service().accept(request.verb());
  }

  /** The tables of the request's account, as far as the sender may use them. */
  public TableService tables() {
    return tables;
  }

  /** Where the chunks of a streamed answer come from. */
  public ByteBufAllocator allocator() {
    return responder.allocator();
  }

  /** How much a stream is given, whatever it asks for. */
  public StreamLimits streamLimits() {
    return responder.streamLimits();
  }

  /** The loop of the connection: tasks handed to it run there, in their order, and long work in turns. */
  public NettyLoop loop() {
    return responder.loop();
  }

  /** Whether status and headers may have left: it is too late for another responder. */
  public boolean isBegun() {
    return responder.isBegun();
  }

  /** Names what is done, for metrics: one of a small fixed set, such as {@code QueryEntities}. */
  public void operation(String name) {
    responder.operation(name);
  }

  /**
   * Tells metrics of an operation that was answered within this exchange.
   *
   * @param name of a small fixed set, as in {@link #operation}
   * @param status that it would have been answered with by itself
   * @param tookNanos from its being read to its being answered
   */
  public void answered(String name, int status, long tookNanos) {
    var served = new RequestListener.Served(name, status, Duration.ofNanos(tookNanos), 0, 0);
    shared.traffic().part(served);
  }

  /** Completes on the loop when an exchange that may last has to come to its end: after so long, or when the endpoint closes. */
  public Mono<Void> ending(Duration most) {
    var loop = Schedulers.fromExecutor(responder.loop());
    return Mono.firstWithSignal(shared.closing().publishOn(loop), responder.elapsed(most));
  }

  /**
   * The whole body. Fails with {@code RequestBodyTooLarge} beyond the endpoint's limit, before anything is read where the length
   * was declared, and with {@code MissingContentLengthHeader} where nothing says how long it is: it would be taken for empty.
   */
  public Mono<byte[]> body() {
    if (!responder.isBodyDelimited()) {
      return Mono.error(
          () -> new InvalidRequestException(ErrorCode.MISSING_CONTENT_LENGTH_HEADER, ""));
    }
    var declared = request.head().headers().getInt(HttpHeaderNames.CONTENT_LENGTH, -1);
    return BodyReader.read(responder.received(), declared, shared.bodyLimitBytes(), responder.memory());
  }

  /**
   * The body as it arrives, no faster than it is asked for and all of it in time, for who keeps what it says until the end: fails with
   * {@code ServerBusy} where memory for requests is used up. Each chunk is released when the call that hands it over returns.
   */
  public Flux<ByteBuf> keptChunks() {
    return responder.received().doOnNext(chunk -> responder.memory().grow(chunk.readableBytes()));
  }

  /**
   * The body as it arrives, which may never end: it has time as long as it is not asked for more. Subscribed to and asked for on the
   * loop. Each chunk is released when the call that hands it over returns; who keeps one retains it. Who reads it asks {@link
   * #uploadWindow} what may be kept. Throws {@code ServerBusy} where there is no room for one more of these.
   */
  public Flux<ByteBuf> uploadChunks() {
    responder.memory().holdUpload();
    return responder.receivedUpload();
  }

  /** The same of a pipeline, of which there are fewer: uploads are not to be refused for these. */
  public Flux<ByteBuf> pipelineChunks() {
    responder.memory().holdPipeline();
    return responder.receivedUpload();
  }

  /**
   * What may be kept of an endless body, until the exchange ends.
   *
   * @param resume called on any thread when there is room that was waited for
   */
  public UploadWindows.Share uploadWindow(Runnable resume) {
    return responder.memory().window(resume);
  }

  /** What a failure is answered with, for an answer that is part of another. A failure of the exchange itself is signalled. */
  public HttpReply failed(TableServiceException failure) {
    return shared.errors().of(failure, request.head().id());
  }

  /** Sends an answer in one piece, with its length. */
  public Mono<Void> reply(HttpReply reply) {
    return responder.send(reply);
  }

  /**
   * Sends an answer piece by piece, at most one chunk beyond what the client has room for: see {@link StreamedBody}. Takes ownership
   * of the chunks; 8 to 64 KiB each is a good size. A client that leaves cancels them.
   *
   * @param head status and headers; its body is not used
   */
  public Mono<Void> stream(HttpReply head, Flux<ByteBuf> chunks) {
    return responder.stream(head, chunks);
  }
}
