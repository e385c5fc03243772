package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.loop.NettyLoop;
import io.weir.server.request.ClientMemory;
import io.weir.server.request.RequestBody;
import io.weir.server.request.RequestLimits;
import io.weir.server.request.RequestMemory;
import io.weir.server.request.StreamLimits;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Sends the answer of one request and counts its bytes and time.
 *
 * <p>Owned by the loop of the connection. An answer that is signalled on another thread is moved to
 * the loop before any state is touched.
 */
public final class Responder {

  private static final int CLIENT_LEFT = 499;
  private static final Logger LOG = LoggerFactory.getLogger(Responder.class);

  /**
   * Longer bodies are sent in slices of this length, counted and with a deadline. The transport
   * does not tell when a single large buffer has left. A slice fits the usual window of an HTTP/2
   * stream, 64 KiB less one byte.
   */
  private static final int SLICE_BYTES = 32 * 1024;

  private final String requestId;
  private final HttpServerRequest in;
  private final HttpServerResponse out;
  private final Connection connection;
  private final Channel channel;
  private final NettyLoop loop;
  private final RequestMemory.Share memory;
  private final RequestBody body;
  private final RequestLimits limits;
  private final long startNanos;
  private String operation = "Unknown";
  private Consumer<HttpHeaders> headerCompletion = headers -> {};
  private int status = CLIENT_LEFT;
  private boolean begun;
  private long bytesOut;
  private @Nullable Future<?> deadline;

  public Responder(
      String requestId,
      HttpServerRequest in,
      HttpServerResponse out,
      Connection connection,
      RequestMemory.Share memory,
      RequestLimits limits,
      long startNanos) {
    this.requestId = requestId;
    this.in = in;
    this.out = out;
    this.connection = connection;
    this.channel =
        connection
            .channel(); // kept, because the connection returns another channel after the answer is
    // sent
    this.loop = (NettyLoop) channel.eventLoop();
    this.memory = memory;
    this.body = new RequestBody(in, channel, memory, limits);
    this.limits = limits;
    this.startNanos = startNanos;
  }

  /** Returns the channel of the HTTP/1.1 connection or of the HTTP/2 stream. */
  public Channel channel() {
    return channel;
  }

  public String requestId() {
    return requestId;
  }

  public ByteBufAllocator allocator() {
    return out.alloc();
  }

  public NettyLoop loop() {
    return loop;
  }

  /** Returns the body of the request, which is read once. */
  public RequestBody body() {
    return body;
  }

  /**
   * Adds memory that the answer holds until its end. Fails with {@code ServerBusy} if there is
   * none. On the loop.
   */
  void requireMemory(long bytes) {
    memory.grow(bytes);
  }

  /**
   * Admits the request, or what makes it last, until its end. Fails with {@code ServerBusy} if
   * clients hold too much. On the loop.
   */
  public void require(ClientMemory.Holder holder) {
    memory.require(holder);
  }

  StreamLimits streamLimits() {
    return limits.streams();
  }

  /** Completes on the loop after the duration. */
  Mono<Void> elapsed(Duration duration) {
    return Mono.create(sink -> {
      var timer = loop.schedule(() -> sink.success(), duration.toNanos(), TimeUnit.NANOSECONDS);
      sink.onDispose(() -> timer.cancel(false));
    });
  }

  public void operation(String name) {
    operation = name;
  }

  /** Sets the action that completes the headers of the answer after all others are set. */
  public void completeHeaders(Consumer<HttpHeaders> completion) {
    headerCompletion = completion;
  }

  /** Returns whether status and headers may have been sent. If so, no other answer is possible. */
  public boolean isBegun() {
    return begun;
  }

  public Mono<Void> send(HttpReply reply) {
    return onLoop(Mono.defer(() -> {
      var body = reply.body().write(out.alloc());
      begin(reply);
      return in.method().equals(HttpMethod.HEAD) ? sendLength(body) : sendWhole(body);
    }));
  }

  /** Sends a body chunk by chunk: see {@link OpenExchange#stream}. */
  public Mono<Void> stream(HttpReply head, Flux<ByteBuf> chunks) {
    return onLoop(Mono.defer(() -> {
      begin(head);
      return in.method().equals(HttpMethod.HEAD)
          ? out.send()
          : StreamedBody.send(
              out, chunks.doOnNext(chunk -> bytesOut += chunk.readableBytes()), loop);
    }));
  }

  /**
   * Cuts the connection or the HTTP/2 stream, so that the client does not take a partial answer for
   * a whole one.
   */
  public Mono<Void> abort() {
    return Mono.fromRunnable(connection::dispose);
  }

  /** Ends the request, whatever its outcome, and releases the memory that it holds. */
  public RequestListener.Served end(long nowNanos) {
    body.end();
    if (deadline != null) {
      deadline.cancel(false);
    }
    return new RequestListener.Served(
        operation, status, Duration.ofNanos(nowNanos - startNanos), body.receivedBytes(), bytesOut);
  }

  private void begin(HttpReply reply) {
    RequestTrace.stage(requestId, "answer");
    begun = true;
    status = reply.status().code();
    out.status(reply.status());
    for (var header = reply.headers(); header != null; header = header.before()) {
      out.header(header.name(), header.value());
    }
    headerCompletion.accept(out.responseHeaders());
  }

  private Mono<Void> sendWhole(ByteBuf body) {
    var bytes = body.readableBytes();
    bytesOut += bytes;
    if (bytes <= SLICE_BYTES) {
      return out.sendObject(body).then();
    }
    memory.hold(bytes);
    deadline = loop.schedule(this::cut, limits.answerTimeout().toNanos(), TimeUnit.NANOSECONDS);
    out.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(bytes));
    return StreamedBody.send(out, slices(body), loop);
  }

  private static Flux<ByteBuf> slices(ByteBuf body) {
    return Flux.generate(
        () -> body,
        (rest, sink) -> {
          if (rest.isReadable()) {
            sink.next(rest.readRetainedSlice(Math.min(SLICE_BYTES, rest.readableBytes())));
          } else {
            sink.complete();
          }
          return rest;
        },
        ByteBuf::release);
  }

  private void cut() {
    LOG.debug("client did not take its answer in time request={}", requestId);
    connection.dispose();
  }

  /**
   * Sends the length that the answer to a GET would have. An answer that never has a body has no
   * length either (RFC 9110, section 8.6).
   */
  private Mono<Void> sendLength(ByteBuf body) {
    if (!hasNoBody(out.status())) {
      out.header(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.readableBytes()));
    }
    body.release();
    return out.send();
  }

  private static boolean hasNoBody(HttpResponseStatus status) {
    return status.equals(HttpResponseStatus.NO_CONTENT)
        || status.equals(HttpResponseStatus.NOT_MODIFIED);
  }

  private Mono<Void> onLoop(Mono<Void> action) {
    return Mono.defer(
        () -> loop.inEventLoop() ? action : action.subscribeOn(Schedulers.fromExecutor(loop)));
  }
}
