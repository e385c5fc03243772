package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.EngineServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A table's rule of expiry over REST, and its effect on requests. */
class TableExpiryTest {

  @RegisterExtension
  static final EngineServer running = EngineServer.start();

  @BeforeEach
  void create() {
    request(running.server(), "DELETE", "/Tables('Brief')", "").send();
    post(running.server(), "/Tables", "{\"TableName\":\"Brief\"}").send();
  }

  @Test
  void aTableHasNoExpiryAtFirst() {
    assertThat(current().statusCode()).isEqualTo(404);
    assertThat(code(current())).isEqualTo("ResourceNotFound");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          {"property":"ExpiresAt"} | {"property":"ExpiresAt"}
          {"age":"P7D"}            | {"age":"P7D"}
          {"age":"PT168H"}         | {"age":"P7D"}
          {"age":"PT1S"}           | {"age":"PT1S"}
          {"age":"P36525D"}        | {"age":"P36525D"}
          """)
  void aRuleIsReturnedAsItWasSet(String body, String returned) {
    assertThat(set(body).statusCode()).isEqualTo(204);

    assertThat(current().statusCode()).isEqualTo(200);
    assertThat(current().body()).isEqualTo(returned);
    assertThat(current().headers().firstValue("Content-Type")).hasValue("application/json");

    assertThat(clear().statusCode()).isEqualTo(204);
    assertThat(clear().statusCode()).isEqualTo(204);
    assertThat(current().statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          {}                                  | InvalidInput
          []                                  | InvalidInput
          {"age":7}                           | InvalidInput
          {"age":"P1M"}                       | InvalidInput
          {"age":"P7D","property":"A"}        | InvalidInput
          {"moment":"A"}                      | InvalidInput
          {"age":"PT0.9S"}                    | OutOfRangeInput
          {"age":"P36526D"}                   | OutOfRangeInput
          {"property":"Timestamp"}            | PropertyNameInvalid
          {"property":"1"}                    | PropertyNameInvalid
          """)
  void anInvalidRuleIsRefusedAndTheEarlierOneStays(String body, String code) {
    set("{\"age\":\"P7D\"}");

    var answer = set(body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(code(answer)).isEqualTo(code);
    assertThat(current().body()).isEqualTo("{\"age\":\"P7D\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE"})
  void anExpiryOfAMissingTableIsNotFound(String method) {
    var answer = request(running.server(), method, "/Missing?comp=expiry", "{\"age\":\"P7D\"}")
        .signing("expiry")
        .send();

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(code(answer)).isEqualTo("TableNotFound");
  }

  @Test
  void otherMethodsAreRefused() {
    assertThat(post(running.server(), "/Brief?comp=expiry", "{}")
            .signing("expiry")
            .send()
            .statusCode())
        .isEqualTo(405);
  }

  @Test
  void anUnsignedRequestIsRefused() {
    assertThat(
            unsigned(running.server(), "GET", "/Brief?comp=expiry", "").send().statusCode())
        .isIn(401, 403);
  }

  @Test
  void anExpiredEntityIsAbsentAtOnce() {
    set("{\"property\":\"ExpiresAt\"}");
    var expired = """
        {"PartitionKey":"p","RowKey":"r","ExpiresAt":"2001-01-01T00:00:00Z","ExpiresAt@odata.type":"Edm.DateTime"}
        """;
    post(running.server(), "/Brief", expired).send();

    var entity = "/Brief(PartitionKey='p',RowKey='r')";
    assertThat(get(running.server(), entity).send().statusCode()).isEqualTo(404);
    assertThat(get(running.server(), "/Brief()").send().body()).doesNotContain("\"r\"");
    assertThat(post(running.server(), "/Brief", expired).send().statusCode()).isEqualTo(201);
  }

  private static HttpResponse<String> set(String body) {
    return request(running.server(), "PUT", "/Brief?comp=expiry", body)
        .signing("expiry")
        .send();
  }

  private static HttpResponse<String> current() {
    return get(running.server(), "/Brief?comp=expiry").signing("expiry").send();
  }

  private static HttpResponse<String> clear() {
    return request(running.server(), "DELETE", "/Brief?comp=expiry", "")
        .signing("expiry")
        .send();
  }

  private static String code(HttpResponse<String> answer) {
    return answer.headers().firstValue("x-ms-error-code").orElse("");
  }
}
