package io.weir.server;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.server.auth.Accounts;
import io.weir.server.auth.SharedKeyAuthenticator;
import io.weir.server.http.Dialect;
import io.weir.server.http.HttpEndpoint;
import io.weir.server.http.NettyLoops;
import io.weir.server.http.ServerOptions;
import io.weir.server.http.Service;
import io.weir.server.http.Traffic;
import io.weir.server.rest.RestDialect;
import io.weir.server.stream.BinaryDialect;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A running endpoint over somebody's tables.
 *
 * <p>{@link #start} and {@link #close} block and belong to the launcher. The loops and the store stay the caller's; they are closed
 * after the server.
 */
public final class WeirServer {

  private final HttpEndpoint endpoint;

  private WeirServer(HttpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Binds the port and serves.
   *
   * @param loops which serve; lend the same to the store, so that nothing hops
   * @param accounts who may ask
   * @param doors the tables of each of the accounts
   */
  public static WeirServer start(
      ServerOptions options,
      NettyLoops loops,
      Accounts accounts,
      Function<AccountName, TableService> doors) {
    var clock = Clock.systemUTC();
    var service = new Service(
        doors, new SharedKeyAuthenticator(accounts, clock), dialects(), Map.of(), Traffic.UNHEARD);
    return new WeirServer(HttpEndpoint.open(options, loops, service, clock));
  }

  /** The address that is bound, with the port that was taken. */
  public InetSocketAddress address() {
    return endpoint.address();
  }

  /** Takes no more connections, lets the requests under way finish for as long as is given, then cuts them. */
  public void close(Duration grace) {
    endpoint.close(grace);
  }

  /** In the order in which they are asked; REST accepts what is left. */
  private static List<Dialect> dialects() {
    return List.of(new BinaryDialect(), new RestDialect());
  }
}
