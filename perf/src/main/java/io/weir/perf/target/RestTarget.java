package io.weir.perf.target;

import io.weir.perf.process.AzuriteProcess;
import io.weir.perf.process.ChildProcess;
import io.weir.perf.process.Surroundings;
import io.weir.perf.process.WeirServerProcess;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Starts servers of the standard dialect, used over raw HTTP: JSON is not decoded, and each request
 * is signed.
 */
final class RestTarget {

  /** Opens connections of HTTP/1.1 or HTTP/2. */
  @FunctionalInterface
  interface Protocol extends BiFunction<Integer, Surroundings, HttpConnections> {}

  private RestTarget() {}

  static Target weir(Surroundings surroundings, Protocol protocol, RestTable.Form form)
      throws IOException {
    var server = WeirServerProcess.start(surroundings, Optional.empty(), "--durability", "sync");
    return over(server, protocol.apply(server.port(), surroundings), form);
  }

  /**
   * Starts the emulator {@code azurite-table}, which holds everything in memory and writes a file
   * now and then.
   */
  static Target azurite(Surroundings surroundings) throws IOException {
    var server = AzuriteProcess.start(surroundings, "table");
    return over(server, HttpConnections.http1(server.port(), surroundings), RestTable.Form.JSON);
  }

  private static Target over(
      ChildProcess server, HttpConnections connections, RestTable.Form form) {
    return new ServerTarget<>(server, connections, population -> {
      var table = RestTable.of(connections.client(), population);
      return table
          .create()
          .then(TableLoader.byBatches(table, population))
          .thenReturn(table.in(form));
    });
  }
}
