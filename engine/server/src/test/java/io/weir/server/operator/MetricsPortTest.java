package io.weir.server.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.contract.ModelTableService;
import io.weir.server.Backend;
import io.weir.server.ModelSettings;
import io.weir.server.WeirServer;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.http.MetricsExposure;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.netty.ChannelBindException;

/** Metrics on their own port. */
class MetricsPortTest {

  private final NettyLoops loops = NettyLoops.start(1);

  @AfterEach
  void stop() {
    loops.close();
  }

  @Test
  void theMetricsPortServesTheOperatorPagesOnly() throws Exception {
    var server = start(0);
    try {
      var metrics = server.metricsAddress().orElseThrow().getPort();
      var service = server.address().getPort();

      assertThat(get(metrics, "/metrics").statusCode()).isEqualTo(200);
      assertThat(get(metrics, "/metrics").body()).contains("weir_requests_in_flight");
      assertThat(get(metrics, "/health/ready").statusCode()).isEqualTo(200);
      assertThat(get(metrics, "/devstoreaccount1/Tables").statusCode()).isEqualTo(404);
      assertThat(get(service, "/metrics").statusCode()).isGreaterThanOrEqualTo(400);
      assertThat(get(service, "/health/ready").statusCode()).isEqualTo(200);
      assertThat(get(service, "/devstoreaccount1/Tables").statusCode()).isEqualTo(403);
    } finally {
      server.closeLater(Duration.ofSeconds(5)).block();
    }
  }

  @Test
  void aMetricsPortInUseFailsTheStart() throws Exception {
    try (var taken = new ServerSocket(0)) {
      assertThatThrownBy(() -> start(taken.getLocalPort()))
          .isInstanceOfSatisfying(
              ChannelBindException.class,
              failure -> assertThat(failure.localPort()).isEqualTo(taken.getLocalPort()));
    }
  }

  private WeirServer start(int metricsPort) {
    var tables = new ModelTableService();
    var settings = new ModelSettings();
    return WeirServer.start(
        ServerOptions.builder().port(0).metrics(MetricsExposure.at(metricsPort)).build(),
        loops,
        AccountRegistry.of(Account.development()),
        new Backend(account -> tables, account -> settings, Readiness.of(() -> true)),
        ServerMetrics.create());
  }

  private static HttpResponse<String> get(int port, String path) throws Exception {
    var uri = URI.create("http://127.0.0.1:" + port + path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
