package io.weir.perf.process;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiFunction;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/**
 * The process of a bare Reactor Netty endpoint with a loop for each core: {@code PORT BYTES}. It answers each request with that many
 * zeros as one buffer; with {@link #STREAM} as third argument, in chunks from one buffer. It appends the body of a {@code PUT} to a file in its working folder, and answers
 * when the file is forced. It serves until it is killed.
 */
public final class BareReactorNetty {

  public static final String STREAM = "stream";

  private static final int CHUNK_BYTES = 12 * 1024;

  private BareReactorNetty() {}

  public static void main(String[] args) throws IOException {
    var bytes = Integer.parseInt(args[1]);
    var isStream = args.length > 2 && args[2].equals(STREAM);
    HttpServer.create()
        .runOn(LoopResources.create("bare", Runtime.getRuntime().availableProcessors(), true))
        .host("127.0.0.1")
        .port(Integer.parseInt(args[0]))
        .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
        .handle(isStream ? chunked(bytes) : whole(bytes, ForcedFile.create(Path.of("forced"))))
        .bindNow()
        .onDispose()
        .block();
  }

  private static BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> whole(
      int bytes, ForcedFile forced) {
    var content = zeros(bytes);
    var length = Integer.toString(bytes);
    return (request, response) -> request.method().equals(HttpMethod.PUT)
        ? request
            .receive()
            .aggregate()
            .asByteArray()
            .flatMap(forced::append)
            .then(Mono.defer(
                () -> response.status(HttpResponseStatus.NO_CONTENT).send().then()))
        : response
            .header(HttpHeaderNames.CONTENT_LENGTH, length)
            .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
            .sendObject(content.duplicate());
  }

  private static BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> chunked(
      int bytes) {
    var content = zeros(CHUNK_BYTES);
    var chunks = Flux.range(0, bytes / CHUNK_BYTES).map(i -> content.duplicate());
    return (request, response) -> response
        .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_OCTET_STREAM)
        .send(chunks);
  }

  private static ByteBuf zeros(int bytes) {
    return Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes).writeZero(bytes));
  }
}
