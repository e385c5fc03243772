package io.weir.server.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OperatorPagesTest {

  private static final AtomicBoolean TAKES_WRITES = new AtomicBoolean(true);

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.over(
        new ModelTableService(),
        TAKES_WRITES::get,
        ServerOptions.builder().port(0).build());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aServerThatAnswersIsLive() throws Exception {
    var answer = show("GET", "/health");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("live\n");
  }

  @Test
  void aServerIsReadyWhileItsStoreTakesWrites() throws Exception {
    assertThat(show("GET", "/health/ready").statusCode()).isEqualTo(200);

    TAKES_WRITES.set(false);
    assertThat(show("GET", "/health/ready").statusCode()).isEqualTo(503);
    assertThat(show("GET", "/health").statusCode()).isEqualTo(200);
    TAKES_WRITES.set(true);
  }

  @Test
  void aStoreOfItsOwnLeadsItself() throws Exception {
    TAKES_WRITES.set(false);
    assertThat(show("GET", "/health/leader").statusCode()).isEqualTo(200);
    TAKES_WRITES.set(true);
    assertThat(show("GET", "/health/leader").body()).isEqualTo("leader\n");
  }

  @Test
  void metricsCountRequestsByOperationAndStatus() throws Exception {
    TestRequest.post(server, "/Tables", "{\"TableName\":\"Counted\"}").send();
    TestRequest.get(server, "/Counted()").send();
    TestRequest.get(server, "/Missing()").send();

    var text = show("GET", "/metrics?from=probe").body();

    assertThat(text)
        .contains("weir_requests_seconds_count{operation=\"CreateTable\",status=\"201\"} 1")
        .contains("weir_requests_seconds_count{operation=\"QueryEntities\",status=\"200\"} 1")
        .contains("weir_requests_seconds_count{operation=\"QueryEntities\",status=\"404\"} 1")
        .contains(
            "weir_requests_seconds_bucket{operation=\"CreateTable\",status=\"201\",le=\"0.001\"}")
        .contains("weir_request_bytes_total{operation=\"CreateTable\",status=\"201\"} 23.0")
        .contains("weir_requests_in_flight 1.0")
        .contains("jvm_memory_used_bytes{area=\"heap\"")
        .contains("netty_allocator_memory_used");
  }

  @Test
  void pagesAcceptReadsOnly() throws Exception {
    var answer = show("POST", "/metrics");

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET,HEAD");
  }

  private static HttpResponse<String> show(String method, String path)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(server.uri(path))
        .method(method, HttpRequest.BodyPublishers.noBody())
        .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
