package io.weir.perf.target;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.weir.api.entity.EntityKey;
import io.weir.perf.http.HttpConnections;
import io.weir.perf.http.RowJson;
import io.weir.perf.process.BareNetty;
import io.weir.perf.process.BareReactorNetty;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.JavaCommand;
import io.weir.perf.process.Ports;
import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.util.stream.Stream;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** Starts HTTP servers that answer a read with constant bytes, as many as Weir's answer to a read of a wide row. */
public final class BareTarget {

  /** The length of the Timestamp that Weir adds to the JSON of a row. */
  private static final int TIMESTAMP_BYTES = 45;

  private BareTarget() {}

  static Target reactorNetty(Surroundings surroundings, RestTarget.Protocol protocol)
      throws IOException {
    return start(surroundings, protocol, BareReactorNetty.class, rowBytes());
  }

  static Target netty(Surroundings surroundings, RestTarget.Protocol protocol) throws IOException {
    return start(surroundings, protocol, BareNetty.class, rowBytes());
  }

  /** Starts an endpoint that streams a body of about {@code bytes} over HTTP/2 in answer to each request. */
  public static ServerTarget<HttpConnections> stream(Surroundings surroundings, int bytes)
      throws IOException {
    return start(
        surroundings,
        HttpConnections::http2,
        BareReactorNetty.class,
        bytes,
        BareReactorNetty.STREAM);
  }

  private static ServerTarget<HttpConnections> start(
      Surroundings surroundings,
      RestTarget.Protocol protocol,
      Class<?> mainClass,
      int bytes,
      String... mode)
      throws IOException {
    var folder = surroundings.newFolder("bare");
    var port = Ports.free();
    var arguments =
        Stream.concat(Stream.of(Integer.toString(port), Integer.toString(bytes)), Stream.of(mode));
    var command = JavaCommand.of(mainClass, arguments.toArray(String[]::new));
    var server = ChildProcess.start(surroundings, folder, port, command);
    var connections = protocol.apply(port, surroundings);
    return new ServerTarget<>(
        server, connections, population -> Mono.just(new Constant(connections.client())));
  }

  private static int rowBytes() {
    var row = new Population(1, 1, RowSize.WIDE).row(0, 0);
    return RowJson.of(row).length() + TIMESTAMP_BYTES;
  }

  private record Constant(HttpClient client) implements TargetTable {

    @Override
    public Mono<Integer> read(EntityKey key) {
      return client
          .get()
          .uri("/")
          .responseSingle((response, content) -> content.map(bytes -> {
            HttpConnections.requireSuccess(response);
            return 1;
          }));
    }

    @Override
    public Mono<Integer> upsert(DataRow row) {
      return client
          .put()
          .uri("/")
          .send(Mono.fromSupplier(() -> Unpooled.copiedBuffer(RowJson.of(row), UTF_8)))
          .responseSingle((response, content) -> content.then(Mono.fromSupplier(() -> {
            HttpConnections.requireSuccess(response);
            return 1;
          })));
    }
  }
}
