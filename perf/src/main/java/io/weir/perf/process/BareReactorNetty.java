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
import java.util.regex.Pattern;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;

/**
 * The process of a bare Reactor Netty endpoint with a loop for each core: {@code PORT BYTES}. It
 * answers each request with that many zeros as one buffer. It answers a table named {@link #STREAM}
 * and a number with about that many bytes, in chunks from one buffer. It appends the body of a
 * {@code PUT} to a file in its working folder, and answers when the file is forced. It serves until
 * it is killed.
 */
public final class BareReactorNetty {

  public static final String STREAM = "stream";

  private static final int CHUNK_BYTES = 12 * 1024;

  private static final Pattern STREAMED = Pattern.compile("/" + STREAM + "(\\d+)");
  private static final ByteBuf CHUNK = zeros(CHUNK_BYTES);

  private BareReactorNetty() {}

  public static void main(String[] args) throws IOException {
    var bytes = Integer.parseInt(args[1]);
    HttpServer.create()
        .runOn(LoopResources.create("bare", Runtime.getRuntime().availableProcessors(), true))
        .host("127.0.0.1")
        .port(Integer.parseInt(args[0]))
        .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
        .handle(whole(bytes, ForcedFile.create(Path.of("forced"))))
        .bindNow()
        .onDispose()
        .block();
  }

  private static BiFunction<HttpServerRequest, HttpServerResponse, Publisher<Void>> whole(
      int bytes, ForcedFile forced) {
    var content = zeros(bytes);
    var length = Integer.toString(bytes);
    return (request, response) -> {
      var stream = STREAMED.matcher(request.uri());
      return stream.find()
          ? chunked(Long.parseLong(stream.group(1)), response)
          : request.method().equals(HttpMethod.PUT)
              ? request
                  .receive()
                  .aggregate()
                  .asByteArray()
                  .flatMap(forced::append)
                  .then(Mono.defer(() ->
                      response.status(HttpResponseStatus.NO_CONTENT).send().then()))
              : response
                  .header(HttpHeaderNames.CONTENT_LENGTH, length)
                  .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
                  .sendObject(content.duplicate());
    };
  }

  private static Publisher<Void> chunked(long bytes, HttpServerResponse response) {
    var count = (int) ((bytes + CHUNK_BYTES - 1) / CHUNK_BYTES);
    var chunks = Flux.range(0, count).map(i -> CHUNK.duplicate());
    return response
        .header(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_OCTET_STREAM)
        .send(chunks);
  }

  private static ByteBuf zeros(int bytes) {
    return Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes).writeZero(bytes));
  }
}
