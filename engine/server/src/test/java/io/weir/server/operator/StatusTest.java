package io.weir.server.operator;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import io.weir.server.json.StatusDocument;
import io.weir.server.json.StatusDocument.LogLine;
import io.weir.server.json.StatusDocument.PartVersion;
import io.weir.server.json.StatusDocument.Setting;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a service tells its operator of itself, over HTTP. */
final class StatusTest {

  private static final Instant START = Instant.parse("2026-11-27T09:00:00Z");

  @Test
  void theOperatorReadsVersionsSettingsAndTheLog() {
    try (var server = server(AccountName.DEVELOPMENT)) {
      var answer = status(server);

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
      assertThat(answer.body())
          .isEqualTo("{\"started\":\"2026-11-27T09:00:00Z\","
              + "\"versions\":[{\"name\":\"Weir\",\"version\":\"1.0\"}],"
              + "\"settings\":[{\"name\":\"--port\",\"value\":\"7\",\"origin\":\"file\",\"secret\":false},"
              + "{\"name\":\"--key\",\"value\":null,\"origin\":\"environment\",\"secret\":true}],"
              + "\"log\":[{\"at\":\"2026-11-27T09:00:00Z\",\"level\":\"WARN\",\"logger\":\"io.weir.Store\","
              + "\"thread\":\"weir-log\",\"text\":\"slow \\\"disk\\\"\\nfailure\"}]}");
    }
  }

  @Test
  void anAccountThatIsNotTheOperatorsIsRefused() {
    try (var server = server(new AccountName("operator"))) {
      assertThat(status(server).statusCode()).isEqualTo(403);
      assertThat(status(server).body()).doesNotContain("--port");
    }
  }

  @Test
  void withoutTheAccountsKeyAllAreRefused() {
    try (var server = server(AccountName.DEVELOPMENT)) {
      var signature = Signatures.ofAccountWithAllPermissions();
      assertThat(unsigned(server, "GET", "/?comp=status", "").send().statusCode())
          .isEqualTo(403);
      assertThat(
              unsigned(server, "GET", "/?comp=status&" + signature, "").send().statusCode())
          .isEqualTo(403);
    }
  }

  @Test
  void theStatusIsReadOnly() {
    try (var server = server(AccountName.DEVELOPMENT)) {
      var answer = request(server, "PUT", "/?comp=status", "").signing("status").send();
      assertThat(answer.statusCode()).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow")).hasValue("GET,HEAD");
    }
  }

  @Test
  void aServiceWithoutAStatusSaysSo() {
    try (var server = TestServer.over(new ModelTableService())) {
      assertThat(status(server).statusCode()).isEqualTo(501);
    }
  }

  private static HttpResponse<String> status(TestServer server) {
    return get(server, "/?comp=status").signing("status").send();
  }

  private static TestServer server(AccountName operator) {
    var status = new ServiceStatus(operator, StatusTest::document);
    var options = ServerOptions.builder().port(0).build().with(status);
    return TestServer.over(new ModelTableService(), () -> true, options);
  }

  private static StatusDocument document() {
    return new StatusDocument(
        START,
        List.of(new PartVersion("Weir", "1.0")),
        List.of(
            new Setting("--port", Optional.of("7"), "file", false),
            new Setting("--key", Optional.empty(), "environment", true)),
        List.of(new LogLine(START, "WARN", "io.weir.Store", "weir-log", "slow \"disk\"\nfailure")));
  }
}
