package io.weir.perf.target;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.perf.process.Closing;
import io.weir.perf.process.Surroundings;
import java.time.Duration;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;

/** Pooled HTTP connections to one server, kept alive, on loops of their own. Any thread. */
public record HttpConnections(HttpClient client, ConnectionProvider pool, LoopResources loops)
    implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final int WAITING = 100_000;

  /** Opens HTTP/1.1 connections, which carry one request at a time each. */
  static HttpConnections http1(int port, Surroundings surroundings) {
    return open(port, HttpProtocol.HTTP11, surroundings.manyConnections(), loopsOfAllCores());
  }

  /** Opens HTTP/2 connections in clear text, which carry many requests at a time each. */
  static HttpConnections http2(int port, Surroundings surroundings) {
    return open(port, HttpProtocol.H2C, surroundings.connections(), loopsOfAllCores());
  }

  private static int loopsOfAllCores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /**
   * Opens connections.
   *
   * @param connections the highest number of them
   * @param loopCount the number of loops that all of them share
   */
  public static HttpConnections open(
      int port, HttpProtocol protocol, int connections, int loopCount) {
    var loops = LoopResources.create("measuring-http", loopCount, true);
    var pool = ConnectionProvider.builder("measured")
        .maxConnections(connections)
        .pendingAcquireMaxCount(WAITING)
        .build();
    var client =
        HttpClient.create(pool).runOn(loops).host("127.0.0.1").port(port).protocol(protocol);
    return new HttpConnections(client, pool, loops);
  }

  /** Fails with {@link WrongAnswer} unless the status is one of success. */
  static void requireSuccess(HttpClientResponse response) {
    var status = response.status();
    if (status.codeClass() != HttpResponseStatus.OK.codeClass()) {
      throw new WrongAnswer("status=" + status);
    }
  }

  @Override
  public void close() {
    Closing.end("a pool of HTTP connections", pool.disposeLater());
    Closing.end("the loops of HTTP connections", loops.disposeLater(Duration.ZERO, CLOSING));
  }
}
