package io.weir.perf.target;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.client.WeirClient;
import io.weir.perf.machine.Cpu;
import io.weir.perf.process.Surroundings;
import io.weir.perf.process.WeirServerProcess;
import io.weir.perf.workload.Population;
import java.io.IOException;
import reactor.core.publisher.Mono;

/** Weir through its client: HTTP/2, entities in frames, each request signed. */
public record WeirTarget(WeirServerProcess server, WeirClient client) implements Target {

  private static final int REQUESTS_THAT_WAIT = 100_000;

  /**
   * Starts {@code weir serve} and a client; blocks until the server serves.
   *
   * @param durability as the option {@code --durability} takes it
   */
  public static WeirTarget start(Surroundings surroundings, String durability) throws IOException {
    var server = WeirServerProcess.start(surroundings, durability);
    var client = WeirClient.builder()
        .endpoint("http://127.0.0.1:" + server.port() + "/" + AccountName.DEVELOPMENT)
        .waitingRequests(REQUESTS_THAT_WAIT)
        .connect();
    return new WeirTarget(server, client);
  }

  /** Returns the port of the server on the loopback address. */
  public int port() {
    return server.port();
  }

  @Override
  public Mono<TargetTable> load(Population population) {
    var table = new WeirTable(client, new TableName(population.name()));
    return client
        .createTable(table.name())
        .then(TableLoader.byBatches(table, population))
        .thenReturn(table);
  }

  @Override
  public Cpu cpu() {
    return server.child().cpu();
  }

  @Override
  public void close() throws IOException {
    try (var child = server.child()) {
      client.close();
    }
  }
}
