package io.weir.perf.target;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.Dialect;
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
import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/**
 * Starts HTTP servers that answer a read with constant bytes, as many as Weir's answer to a read of
 * a wide row.
 */
final class BareTarget {

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

  private static Target start(
      Surroundings surroundings, RestTarget.Protocol protocol, Class<?> mainClass, int bytes)
      throws IOException {
    var folder = surroundings.newFolder("bare");
    var port = Ports.free();
    var command = JavaCommand.of(
        surroundings.jvmOptions(), mainClass, Integer.toString(port), Integer.toString(bytes));
    var server = ChildProcess.start(surroundings, folder, port, command);
    var connections = protocol.apply(port, surroundings);
    return new ServerTarget<>(
        server,
        connections,
        population -> Mono.just(new Constant(connections.client(), population, new LongAdder())));
  }

  private static int rowBytes() {
    var row = new Population(1, 1, RowSize.WIDE).row(0, 0);
    return RowJson.of(row).length() + TIMESTAMP_BYTES;
  }

  private record Constant(HttpClient client, Population population, LongAdder received)
      implements TargetTable {

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

    /** Reads as many bytes as the rows of a table have in frames. */
    @Override
    public Mono<Integer> stream() {
      var bytes = (long) population.entities() * population.row(0, 0).entity().encoded().length;
      return new StreamBody(client, BareReactorNetty.STREAM + bytes)
          .chunks(Dialect.BINARY, "", headers -> {})
          .reduce(0L, Long::sum)
          .doOnNext(received::add)
          .map(read -> (int) (population.entities() * read / bytes));
    }

    @Override
    public long receivedBytes() {
      return received.sum();
    }
  }
}
