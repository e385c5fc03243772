package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A gateway whose cluster does not answer is up, and not ready. */
final class ClusterStoreTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static URI silent(String rest) throws IOException {
    try (var taken = new ServerSocket(0)) { // nothing listens when it is closed
      return URI.create("hbase://127.0.0.1:" + taken.getLocalPort() + rest);
    }
  }

  @Test
  void aGatewayAnswersWhileItsClusterDoesNot() throws Exception {
    var ended = new CountDownLatch(1);
    var store =
        ClusterStore.open(ClusterAddress.of(silent("")), Duration.ofMillis(10), ended::countDown);
    try (var server =
            TestServer.over(store.backend(), ServerOptions.builder().port(0).build());
        var client =
            WeirClient.builder().endpoint(server.accountUrl()).retries(0).connect()) {
      var ready = HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:" + server.port() + "/health/ready"))
                  .build(),
              BodyHandlers.ofString());

      assertThat(ready.statusCode()).isEqualTo(503);
      assertThat(ready.body()).contains("reason=clusterOpening");
      assertThatThrownBy(() -> client.tables().collectList().block(PATIENCE))
          .isInstanceOf(ServiceBusyException.class);
      assertThat(ended.getCount()).isEqualTo(1);
    } finally {
      store.close();
    }
  }

  @Test
  void aGatewayEndsWhenItsPatienceIsOver() throws Exception {
    var ended = new CountDownLatch(1);
    var store = ClusterStore.open(
        ClusterAddress.of(silent("?patience=1")), Duration.ofMillis(10), ended::countDown);

    assertThat(ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    store.close();
  }

  @Test
  void aStartThatLastsLongerThanThePatienceFailsWithWhatToCheck() throws Exception {
    var address = ClusterAddress.of(silent("?patience=1"));

    assertThatThrownBy(() -> ClusterStore.open(address, PATIENCE, () -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not open: no answer within 1 s. Check the hosts of ZooKeeper");
  }
}
