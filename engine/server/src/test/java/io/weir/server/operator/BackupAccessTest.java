package io.weir.server.operator;

import static io.weir.server.TestRequest.post;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.wire.SharedKey;
import io.weir.server.TestServer;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class BackupAccessTest {

  /** A holder of a signature with all permissions must not be able to fill the operator's disk. */
  @Test
  void backupRequiresAnAccountKey() throws Exception {
    var expiry =
        Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.SECONDS).toString();
    var signed = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY)
        .sign(AccountName.DEVELOPMENT + "\nrwdlacu\nt\nsco\n\n" + expiry + "\n\n\n2020-12-06\n\n");
    var token = "sv=2020-12-06&ss=t&srt=sco&sp=rwdlacu&se=" + expiry + "&sig="
        + URLEncoder.encode(signed, UTF_8);
    try (var server = TestServer.over(new ModelTableService())) {
      var tables = send(server, "GET", "/Tables?" + token);
      var backup = send(server, "POST", "/$backup?name=stolen&" + token);

      assertThat(tables.statusCode()).isEqualTo(200);
      assertThat(backup.statusCode()).isEqualTo(403);
      assertThat(backup.headers().firstValue("x-ms-error-code")).contains("AuthorizationFailure");
    }
  }

  /** A backup holds the data of all accounts. */
  @Test
  void backupRequiresTheOperatorsAccount() {
    for (var operator : new AccountName[] {new AccountName("operator"), AccountName.DEVELOPMENT}) {
      try (var server =
          TestServer.over(new ModelTableService(), () -> true, TestServer.operatedBy(operator))) {
        var answer = post(server, "/$backup?name=copy", "").send();

        assertThat(answer.headers().firstValue("x-ms-error-code"))
            .contains(
                operator.equals(AccountName.DEVELOPMENT)
                    ? "NotImplemented"
                    : "AuthorizationFailure");
      }
    }
  }

  private static HttpResponse<String> send(TestServer server, String method, String resource)
      throws Exception {
    var request = HttpRequest.newBuilder(server.uri("/" + AccountName.DEVELOPMENT + resource))
        .header("Accept", "application/json")
        .method(method, HttpRequest.BodyPublishers.noBody())
        .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
