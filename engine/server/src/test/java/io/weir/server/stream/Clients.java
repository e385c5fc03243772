package io.weir.server.stream;

import io.weir.api.AccountName;
import io.weir.client.ClientOptions;
import io.weir.client.WeirClient;
import java.time.Duration;

/** Clients of whatever listens at a port of this machine. */
final class Clients {

  private static final Duration CLOSING = Duration.ofSeconds(10);

  private Clients() {}

  /** One loop, and what a test may still change. */
  static ClientOptions.Builder options(int port) {
    return WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT)
        .loops(1);
  }

  static WeirClient of(int port) {
    return options(port).connect();
  }

  /** Waits until a client's connections and loops are gone. */
  static void close(WeirClient client) {
    client.closeLater().block(CLOSING);
  }
}
