package io.weir.perf.target;

import io.weir.api.AccountName;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;
import java.util.List;

/** The clients of one server. Any thread; closing cuts their connections. */
public record WeirClients(WeirClient tables, WeirQueues queues) implements AutoCloseable {

  private static final int REQUESTS_THAT_WAIT = 100_000;

  static WeirClients of(int port, int queuePort) {
    return new WeirClients(
        WeirClient.builder()
            .endpoint(endpoint(port))
            .waitingRequests(REQUESTS_THAT_WAIT)
            .connect(),
        WeirQueues.builder()
            .endpoint(endpoint(queuePort))
            .waitingRequests(REQUESTS_THAT_WAIT)
            .connectQueues());
  }

  /** Connects a client that finds the node that leads among those at these ports. */
  static WeirClient ofNodes(List<Integer> ports) {
    return WeirClient.builder()
        .endpoints(ports.stream().map(WeirClients::endpoint).toArray(String[]::new))
        .waitingRequests(REQUESTS_THAT_WAIT)
        .connect();
  }

  /** Returns the address of the development account at a port of this machine. */
  public static String endpoint(int port) {
    return "http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT;
  }

  @Override
  public void close() {
    queues.close();
    tables.close();
  }
}
