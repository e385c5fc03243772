package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** Requests for single entities at random keys, signed beforehand, from one loop. */
final class HttpLoad implements Load {

  private static final int DIFFERENT_REQUESTS = 1 << 12;
  private static final long SEED = 44;
  private static final Duration CLOSING = Duration.ofSeconds(5);

  private final LoopResources loops = LoopResources.create("load", 1, true);
  private final AtomicInteger sent = new AtomicInteger();
  private final ConnectionProvider connections;
  private final HttpClient client;
  private final List<Get> requests;

  /** A request's line and its signature. */
  private record Get(String target, String authorization) {}

  private HttpLoad(
      int port, UnaryOperator<HttpClient> protocol, String accept, int connections, DataSet data) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    this.requests = requests(data, date);
    this.connections = ConnectionProvider.create("load", connections);
    this.client = protocol.apply(HttpClient.create(this.connections)
        .runOn(loops)
        .host("127.0.0.1")
        .port(port)
        .headers(headers -> headers.set(HttpHeaderNames.ACCEPT, accept).set("x-ms-date", date)));
  }

  /** A connection for each request under way, kept alive. */
  static HttpLoad http1(int port, String accept, DataSet data) {
    return new HttpLoad(port, UnaryOperator.identity(), accept, IN_FLIGHT, data);
  }

  /** Two connections for all. */
  static HttpLoad http2(int port, String accept, DataSet data) {
    return new HttpLoad(port, client -> client.protocol(HttpProtocol.H2C), accept, 2, data);
  }

  @Override
  public Mono<Integer> request() {
    return Mono.defer(() -> {
      var next = requests.get(sent.getAndIncrement() & (DIFFERENT_REQUESTS - 1));
      return client
          .headers(headers -> headers.set(HttpHeaderNames.AUTHORIZATION, next.authorization()))
          .get()
          .uri(next.target())
          .responseSingle(
              (response, content) -> content.map(ByteBuf::readableBytes).doOnSubscribe(any -> {
                requireOk(response);
              }));
    });
  }

  @Override
  public void close() {
    connections.disposeLater().block();
    loops.disposeLater(Duration.ZERO, CLOSING).block();
  }

  static void requireOk(HttpClientResponse response) {
    if (!response.status().equals(HttpResponseStatus.OK)) {
      throw new IllegalStateException("The server refused. status=" + response.status());
    }
  }

  private static List<Get> requests(DataSet data, String date) {
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    return new SplittableRandom(SEED)
        .ints(DIFFERENT_REQUESTS, 0, data.entities())
        .mapToObj(number -> {
          var target = target(data, number);
          return new Get(target, key.authorizationLite(date, target, ""));
        })
        .toList();
  }

  private static String target(DataSet data, int number) {
    var key = data.key(number);
    return "/%s/%s(PartitionKey='%s',RowKey='%s')"
        .formatted(AccountName.DEVELOPMENT, DataSet.TABLE, key.partitionKey(), key.rowKey());
  }
}
