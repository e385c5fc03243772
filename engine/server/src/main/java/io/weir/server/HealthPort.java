package io.weir.server;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.server.answer.RequestListener;
import io.weir.server.cors.CorsRules;
import io.weir.server.cors.CrossOriginRules;
import io.weir.server.http.EndpointService;
import io.weir.server.http.HttpEndpoint;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import io.weir.server.metrics.HealthPages;
import io.weir.server.metrics.Readiness;
import io.weir.server.request.Authenticator;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * A port that serves {@code /health} and {@code /health/ready} in clear text, on a loop of its own, {@code weir-health}.
 *
 * <p>A probe at the service's own port that meets a stuck loop gets no answer, which an orchestrator takes for a failure; but nobody
 * reads the reason. Here the answer comes whatever the loops of the service do.
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
   * Binds the port and serves. Fails with {@link reactor.netty.ChannelBindException} when it is taken.
   *
   * @param port 0 takes any that is free
   */
  public static HealthPort open(String host, int port, Readiness readiness) {
    var options =
        ServerOptions.builder().host(host).port(port).connections(CONNECTIONS).build();
    var loops = NettyLoops.single("weir-health");
    try {
      return new HealthPort(
          loops, HttpEndpoint.open(options, loops, probes(readiness), Clock.systemUTC()));
    } catch (RuntimeException e) {
      loops.close();
      throw e;
    }
  }

  /** The address that is bound, with the port that was taken. */
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
        Map.of(
            "/health", HealthPages.live(readiness), "/health/ready", HealthPages.ready(readiness)),
        new CrossOriginRules(account -> CorsRules.NONE),
        RequestListener.NONE);
  }

  /** Ends the loop and with it all connections; probes are given no time. Blocks. */
  @Override
  public void close() {
    loops.close();
  }
}
