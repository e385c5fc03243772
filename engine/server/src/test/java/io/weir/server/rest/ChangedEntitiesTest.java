package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Merges whose bodies ask for changes in place. */
final class ChangedEntitiesTest {

  private static final String ETAG = "W/\"datetime'[0-9T%A.-]+Z'\"";

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @BeforeAll
  static void prepare() {
    post(server, "/Tables", "{\"TableName\":\"People\"}").send();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PATCH", "MERGE"})
  void aChangeIsAnsweredAsAMerge(String method) {
    put("plain" + method, "{\"N\":1}");

    var answer = request(
            server, method, at("plain" + method), "{\"N\":2,\"N@weir.change\":\"add\",\"A\":true}")
        .send();

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(answer.headers().firstValue("ETag").orElseThrow()).matches(ETAG);
    assertThat(stored("plain" + method)).endsWith("\"N\":3,\"A\":true}");
  }

  @Test
  void anAnnotationMayStandAnywhereAndMayHaveATypeItself() {
    put("annotated", "{\"N\":\"1\",\"N@odata.type\":\"Edm.Int64\"}");

    var answer = change(
        "annotated",
        "{\"N@weir.change\":\"add\",\"N@weir.change@odata.type\":\"Edm.String\",\"N\":\"2\",\"weir.when\":\"N eq 1L\","
            + "\"weir.when@odata.type\":\"Edm.String\",\"N@odata.type\":\"Edm.Int64\"}");

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    assertThat(stored("annotated")).endsWith("\"N\":\"3\"}");
  }

  @Test
  void anAnswerCarriesTheEntityAfterAndBefore() {
    put("answered", "{\"N\":1}");

    var answer = change("answered", "{\"N\":1,\"N@weir.change\":\"add\",\"weir.answer\":\"both\"}");
    var created = change(
        "created",
        "{\"N\":1,\"N@weir.change\":\"add\",\"weir.create\":\"{}\",\"weir.answer\":\"after\"}");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).matches("\\{\"value\":\\[\\{.*\"N\":2},\\{.*\"N\":1}]}");
    assertThat(created.body()).matches("\\{\"value\":\\[\\{[^{]*\"N\":1}]}");
    assertThat(answer.headers().firstValue("ETag").orElseThrow()).matches(ETAG);
  }

  @Test
  void aTokenMakesARepeatHarmless() {
    put("once", "{\"N\":1}");
    var add = "{\"N\":1,\"N@weir.change\":\"add\",\"weir.answer\":\"after\","
        + "\"weir.token\":\"0F8FAD5B-d9cb-469f-a165-70867728950e\"}";

    var first = change("once", add);
    var again = change("once", add);
    var other = change("once", add.replace("\"N\":1", "\"N\":2"));

    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.headers().firstValue("ETag")).isEqualTo(first.headers().firstValue("ETag"));
    assertThat(stored("once")).endsWith("\"N\":2}");
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(other.body()).contains("ChangeTokenReused");
  }

  @Test
  void aFalseConditionIs412AndNamed() {
    put("condition", "{\"N\":1}");

    var answer =
        change("condition", "{\"N\":1,\"N@weir.change\":\"add\",\"weir.when\":\"N gt 1\"}");

    assertThat(answer.statusCode()).isEqualTo(412);
    assertThat(answer.body()).contains("UpdateConditionNotSatisfied", "condition=false");
    assertThat(stored("condition")).endsWith("\"N\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"N\":1,\"N@weir.change\":\"plus\"} operation=plus",
        "{\"N@weir.change\":\"add\"} missing=operand",
        "{\"N\":1,\"N@weir.change\":\"add\",\"weir.whem\":\"x\"} member=weir.whem",
        "{\"N\":1,\"N@weir.change\":7} member=N@weir.change",
        "{\"N\":1,\"weir.when\":\"N gt\"} ",
        "{\"N\":1,\"weir.answer\":\"before\"} weir.answer=before",
        "{\"N\":1,\"weir.create\":\"{\"} ",
        "{\"N\":1,\"weir.token\":\"1-1-1-1-1\"} weir.token=1-1-1-1-1 expected=uuid",
        "{\"N\":1,\"weir.token\":\"0f8fad5b-d9cb-469f-a165-70867728950g\"} expected=uuid",
        "{\"weir.when\":\"N gt 1\"} operations=0",
      })
  void aMalformedChangeIs400(String bodyAndFacts) {
    var end = bodyAndFacts.lastIndexOf("} ") + 1;

    var answer = change("malformed", bodyAndFacts.substring(0, end));

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("InvalidInput", bodyAndFacts.substring(end + 1));
  }

  @Test
  void onlyAMergeIsAChange() {
    var body = "{\"N\":1,\"N@weir.change\":\"add\"}";

    var replaced = request(server, "PUT", at("other"), body).send();
    var inserted = post(
            server, "/People", "{\"PartitionKey\":\"p\",\"RowKey\":\"other\",\"weir.when\":\"a\"}")
        .send();

    assertThat(replaced.statusCode()).isEqualTo(400);
    assertThat(replaced.body()).contains("PropertyNameInvalid");
    assertThat(inserted.body()).contains("PropertyNameInvalid");
  }

  @Test
  void theGuardOfAClientStandsForAnyVersion() {
    put("guarded", "{\"N\":1}");

    var changed = request(server, "PATCH", at("guarded"), "{\"N\":1,\"N@weir.change\":\"add\"}")
        .header("If-Match", "W/\"weir.change\"")
        .send();
    var merged = request(server, "PATCH", at("guarded"), "{\"N\":9}")
        .header("If-Match", "W/\"weir.change\"")
        .send();

    assertThat(changed.statusCode()).isEqualTo(204);
    assertThat(merged.statusCode()).isEqualTo(412);
    assertThat(stored("guarded")).endsWith("\"N\":2}");
  }

  private static void put(String row, String body) {
    assertThat(request(server, "PUT", at(row), body).send().statusCode()).isEqualTo(204);
  }

  private static HttpResponse<String> change(String row, String body) {
    return request(server, "PATCH", at(row), body).send();
  }

  private static String stored(String row) {
    return get(server, at(row)).send().body();
  }

  private static String at(String row) {
    return "/People(PartitionKey='p',RowKey='" + row + "')";
  }
}
