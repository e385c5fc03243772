package io.weir.server.operator;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.server.EngineServer;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Advice over HTTP: for the owner of the account, as JSON. */
final class AdviceTest {

  private static final String NO_ADVICE = "\"advice\":[]}";

  @RegisterExtension
  static final EngineServer running = EngineServer.start();

  @BeforeEach
  void create() {
    request(running.server(), "DELETE", "/Tables('Birds')", "").send();
    post(running.server(), "/Tables", "{\"TableName\":\"Birds\"}").send();
  }

  @Test
  void aTableWithoutRequestsHasNoAdvice() {
    var answer = advice("/Birds?comp=advice");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.body()).startsWith("{\"observing\":true,\"every\":64,").endsWith(NO_ADVICE);
  }

  @Test
  void aTableScanIsAdvisedAnIndexWithItsEvidence() {
    scanTwelveTimes();

    var body = advice("/Birds?comp=advice").body();
    assertThat(body)
        .contains("\"kind\":\"missingIndex\",\"table\":\"Birds\"")
        .contains(
            "\"evidence\":{\"answers\":12,\"scanned\":12000,\"returned\":12,\"path\":\"TABLE_SCAN\"")
        .contains("\"commands\":[\"weir index create Birds By_Kind Kind\"]")
        .contains("\"pattern\":\"index-tables\"")
        .doesNotContain("Owl");
    assertThat(advice("/?comp=advice").body())
        .as("of the account")
        .contains("\"kind\":\"missingIndex\",\"table\":\"Birds\"");
  }

  private static void scanTwelveTimes() {
    var tables = running.engine().account(AccountName.DEVELOPMENT);
    for (var partition = 0; partition < 10; partition++) {
      var writes = new ArrayList<Write>();
      for (var row = 0; row < 100; row++) {
        writes.add(new Write.Insert(Entity.builder("p" + partition, "r" + row)
            .set("Kind", partition + row == 0 ? "Owl" : "Gull")
            .build()));
      }
      tables.submit(new TableName("Birds"), new Batch(writes)).block();
    }
    for (var i = 0; i < 12; i++) {
      assertThat(
              get(running.server(), "/Birds()?$filter=Kind%20eq%20'Owl'").send().statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void aHeadIsAnswered() {
    var answer = request(running.server(), "HEAD", "/Birds?comp=advice", "")
        .signing("advice")
        .send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void aMissingTableIsNotFound() {
    var answer = advice("/Missing?comp=advice");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue("TableNotFound");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "POST", "DELETE"})
  void adviceIsOnlyRead(String method) {
    var answer = request(running.server(), method, "/Birds?comp=advice", "")
        .signing("advice")
        .send();

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET,HEAD");
  }

  @Test
  void adviceIsForTheOwnerOnly() {
    assertThat(
            unsigned(running.server(), "GET", "/Birds?comp=advice", "").send().statusCode())
        .isBetween(401, 403);
    var signature = Signatures.ofAccountWithAllPermissions();
    var answer =
        unsigned(running.server(), "GET", "/Birds?comp=advice&" + signature, "").send();
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue("AuthorizationFailure");
    assertThat(
            unsigned(running.server(), "GET", "/Tables?" + signature, "").send().statusCode())
        .as("the signature is valid")
        .isEqualTo(200);
  }

  @Test
  void aBackendThatDoesNotAdviseSaysSo() {
    try (var server = TestServer.over(new ModelTableService())) {
      var answer = get(server, "/?comp=advice").signing("advice").send();

      assertThat(answer.statusCode()).isEqualTo(501);
    }
  }

  private static HttpResponse<String> advice(String resource) {
    return get(running.server(), resource).signing("advice").send();
  }
}
