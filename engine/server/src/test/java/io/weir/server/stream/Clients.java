package io.weir.server.stream;

import io.weir.api.AccountName;
import io.weir.client.ClientOptions;
import io.weir.client.WeirClient;
import java.time.Duration;

/** Clients of a port on this machine. */
final class Clients {

  private static final Duration CLOSING = Duration.ofSeconds(10);

  private Clients() {}

  /** Returns options with one loop, which a test may change. */
  static ClientOptions.Builder options(int port) {
    return WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT)
        .loops(1);
  }

  static WeirClient of(int port) {
    return options(port).connect();
  }

  /** Waits until a client's connections and loops are closed. */
  static void close(WeirClient client) {
    client.closeLater().block(CLOSING);
  }
}
