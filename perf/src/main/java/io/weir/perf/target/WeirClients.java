package io.weir.perf.target;

import io.weir.api.AccountName;
import io.weir.client.WeirClient;
import io.weir.client.WeirQueues;

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
