package io.weir.server.stream;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.client.ClientOptions;
import io.weir.client.WeirClient;
import io.weir.server.Backend;
import io.weir.server.WeirServer;
import io.weir.server.auth.Account;
import io.weir.server.auth.Accounts;
import io.weir.server.http.NettyLoops;
import io.weir.server.http.ServerOptions;
import io.weir.server.metrics.ServerMetrics;
import java.time.Duration;

/** An endpoint on a free port of this machine, over whatever service a test gives. */
final class LiveServer implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final NettyLoops loops = NettyLoops.start(2);
  private final WeirServer server;

  private LiveServer(TableService tables) {
    var options = ServerOptions.builder().port(0).build();
    this.server = WeirServer.start(
        options,
        loops,
        Accounts.of(Account.development()),
        new Backend(account -> tables, () -> true),
        ServerMetrics.create());
  }

  static LiveServer over(TableService tables) {
    return new LiveServer(tables);
  }

  int port() {
    return server.address().getPort();
  }

  /** A client of this server. */
  WeirClient client() {
    return options(port()).connect();
  }

  /** What a test may still change about a client of whatever listens at a port of this machine. */
  static ClientOptions.Builder options(int port) {
    return WeirClient.builder()
        .endpoint("http://127.0.0.1:" + port + "/" + AccountName.DEVELOPMENT)
        .loops(1);
  }

  /** Waits until a client's connections and loops are gone. */
  static void close(WeirClient client) {
    client.closeLater().block(CLOSING);
  }

  @Override
  public void close() {
    server.close(CLOSING);
    loops.close();
  }
}
