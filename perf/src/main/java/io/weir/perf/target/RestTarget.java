package io.weir.perf.target;

import io.weir.perf.http.HttpConnections;
import io.weir.perf.process.AzuriteProcess;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.process.WeirServerProcess;
import io.weir.perf.workload.Population;
import java.io.IOException;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;

/** A server of the standard dialect, used over raw HTTP: JSON is not decoded, and each request is signed. */
record RestTarget(ChildProcess server, HttpConnections connections) implements HttpTarget {

  /** Opens connections of HTTP/1.1 or HTTP/2. */
  @FunctionalInterface
  interface Protocol extends BiFunction<Integer, Surroundings, HttpConnections> {}

  static RestTarget weir(Surroundings surroundings, Protocol protocol) throws IOException {
    var server = WeirServerProcess.start(surroundings, "sync");
    return new RestTarget(server.child(), protocol.apply(server.port(), surroundings));
  }

  static RestTarget azurite(Surroundings surroundings) throws IOException {
    var server = AzuriteProcess.start(surroundings);
    return new RestTarget(server.child(), HttpConnections.http1(server.port(), surroundings));
  }

  @Override
  public Mono<TargetTable> load(Population population) {
    var table = new RestTable(connections.client(), population.name(), RestTable.JSON);
    return table.create().then(TableLoader.byBatches(table, population)).thenReturn(table);
  }
}
