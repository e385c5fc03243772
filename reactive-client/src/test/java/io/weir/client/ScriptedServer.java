package io.weir.client;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import io.weir.api.AccountName;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** The service's end of the connection: answers requests in order with the test's script. */
public final class ScriptedServer implements AutoCloseable {

  /** One answer; completes when it was sent. */
  public interface Answer {
    Publisher<Void> send(HttpServerRequest request, HttpServerResponse response);

    /** Returns whether the body of the request is read and discarded before the answer is sent. */
    default boolean awaitsBody() {
      return true;
    }
  }

  private final Queue<Answer> script = new ConcurrentLinkedQueue<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final Set<Integer> connections = ConcurrentHashMap.newKeySet();
  private final List<HttpHeaders> headers = new CopyOnWriteArrayList<>();
  private final DisposableServer server = HttpServer.create()
      .host("127.0.0.1")
      .port(0)
      .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
      .handle(this::answer)
      .bindNow();

  /** Adds the answer to the next request of the script. */
  public ScriptedServer then(Answer answer) {
    script.add(answer);
    return this;
  }

  /**
   * Adds an answer that begins before the body of its request has ended, and that reads the body
   * itself.
   */
  public ScriptedServer thenMeanwhile(Answer answer) {
    return then(new Answer() {
      @Override
      public Publisher<Void> send(HttpServerRequest request, HttpServerResponse response) {
        return answer.send(request, response);
      }

      @Override
      public boolean awaitsBody() {
        return false;
      }
    });
  }

  public ScriptedServer thenFrames(Frame... frames) {
    return then((request, response) -> frames(response, 200, Flux.just(frames)));
  }

  public ScriptedServer thenRefusal(Frame.Failure failure) {
    return then((request, response) ->
        frames(response, failure.cause().code().status(), Flux.just(failure)));
  }

  /** Adds an answer that sends the frames and cuts the connection. */
  public ScriptedServer thenBreak(Frame... frames) {
    return then((request, response) ->
        frames(response, 200, Flux.concat(Flux.just(frames), Flux.error(new Cut()))));
  }

  /** Adds an answer that resets the HTTP/2 stream. */
  public ScriptedServer thenReset(Http2Error error) {
    return then((request, response) -> reset(request, error));
  }

  /**
   * Adds an answer that makes the connection dead: it sends and reads nothing more, not even for
   * HTTP/2 itself, and does not close.
   */
  public ScriptedServer thenGoDead() {
    return then((request, response) -> {
      request.withConnection(
          connection -> connection.channel().parent().pipeline().addFirst(new Dead()));
      return Mono.never();
    });
  }

  /** Returns method and target of each request so far, decoded. */
  public List<String> requests() {
    return requests;
  }

  /** Returns the headers of each request so far. */
  public List<HttpHeaders> headers() {
    return headers;
  }

  /** Returns the client's ports of all connections so far. */
  public Set<Integer> connections() {
    return connections;
  }

  /**
   * Returns options of a client that retries quickly and sends each operation as a single request.
   */
  public ClientOptions.Builder client() {
    return options(server.port());
  }

  public static ClientOptions.Builder options(int port) {
    return WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT)
        .loops(1)
        .pipelining(Duration.ZERO)
        .retries(3)
        .firstBackoff(Duration.ofMillis(1))
        .longestBackoff(Duration.ofMillis(2));
  }

  public static Publisher<Void> reset(HttpServerRequest request, Http2Error error) {
    request.withConnection(connection -> {
      var unused = connection.channel().writeAndFlush(new DefaultHttp2ResetFrame(error));
    });
    return Mono.never();
  }

  public static Publisher<Void> frames(
      HttpServerResponse response, int status, Flux<Frame> frames) {
    return bytes(response, status, frames.map(FrameEncoder::encode));
  }

  /** Sends the frames with their media type, each in its own piece. */
  public static Publisher<Void> bytes(
      HttpServerResponse response, int status, Flux<byte[]> pieces) {
    return response
        .status(status)
        .header("Content-Type", Dialect.BINARY)
        .send(pieces.map(Unpooled::wrappedBuffer).hide(), each -> true);
  }

  @Override
  public void close() {
    server.disposeNow();
  }

  private Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
    requests.add(request.method() + " " + URLDecoder.decode(request.uri(), StandardCharsets.UTF_8));
    request.withConnection(connection ->
        connections.add(((InetSocketAddress) connection.channel().remoteAddress()).getPort()));
    headers.add(request.requestHeaders().copy());
    var answer = script.poll();
    if (answer == null) {
      return response.status(500).send();
    }
    var sending = Mono.defer(() -> Mono.from(answer.send(request, response)));
    return (answer.awaitsBody() ? request.receive().then(sending) : sending)
        .onErrorResume(Cut.class, cut -> Mono.fromRunnable(() -> cut(request)).then(Mono.never()));
  }

  /** Closes below the codec, which would wait for the end of its streams. */
  private static void cut(HttpServerRequest request) {
    request.withConnection(connection -> {
      var unused = connection.channel().parent().pipeline().firstContext().close();
    });
  }

  /** Drops all incoming and outgoing bytes. */
  private static final class Dead extends ChannelDuplexHandler {

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      ReferenceCountUtil.release(message);
      promise.setSuccess();
    }
  }

  /** Thrown by an answer: cuts the connection. */
  public static final class Cut extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
