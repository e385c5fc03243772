package io.weir.server;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.answer.RequestListener;
import io.weir.server.http.EndpointService;
import io.weir.server.http.HttpEndpoint;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import io.weir.server.operator.HealthPages;
import io.weir.server.operator.Readiness;
import io.weir.server.request.Authenticator;
import io.weir.server.request.RequestMemory;
import io.weir.server.settings.CorsRules;
import io.weir.server.settings.CrossOriginRules;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;

/**
 * A port that serves {@code /health}, {@code /health/ready} and {@code /health/leader} in clear
 * text, on its own loop, {@code weir-health}.
 *
 * <p>A probe on the service's port gets no answer from a stuck loop. An orchestrator takes that for
 * a failure, but cannot see the reason. This port answers whatever the loops of the service do.
 *
 * <p>{@link #open} and {@link #close} block and belong to the launcher.
 */
public final class HealthPort implements AutoCloseable {

  private static final int CONNECTIONS = 64;

  private final NettyLoops loops;
  private final HttpEndpoint endpoint;

  private HealthPort(NettyLoops loops, HttpEndpoint endpoint) {
    this.loops = loops;
    this.endpoint = endpoint;
  }

  /**
   * Binds the port and serves. Fails with {@link reactor.netty.ChannelBindException} if the port is
   * taken.
   *
   * @param port 0 takes any free port
   */
  public static HealthPort open(String host, int port, Readiness readiness) {
    var options =
        ServerOptions.builder().host(host).port(port).connections(CONNECTIONS).build();
    var loops = NettyLoops.single("weir-health");
    try {
      return new HealthPort(
          loops,
          HttpEndpoint.open(
              options,
              RequestMemory.of(options.limits()),
              loops,
              probes(readiness),
              Clock.systemUTC()));
    } catch (RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  /** Returns the bound address with its actual port. */
  public InetSocketAddress address() {
    return endpoint.address();
  }

  private static EndpointService probes(Readiness readiness) {
    Authenticator nothingElse = (head, sender) -> {
      throw new InvalidRequestException(ErrorCode.RESOURCE_NOT_FOUND, "");
    };
    return new EndpointService(
        account -> false,
        account -> {
          throw new InvalidRequestException(ErrorCode.RESOURCE_NOT_FOUND, "");
        },
        nothingElse,
        List.of(),
        HealthPages.of(readiness),
        new CrossOriginRules(account -> CorsRules.NONE),
        RequestListener.NONE);
  }

  /** Stops the loop and cuts all connections at once. Blocks. */
  @Override
  public void close() {
    loops.close();
  }
}
