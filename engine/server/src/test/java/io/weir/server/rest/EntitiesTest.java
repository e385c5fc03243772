package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntitiesTest {

  private static final String ETAG = "W/\"datetime'[0-9T%A.-]+Z'\"";
  private static final String OTHER_VERSION = "W/\"datetime'2020-11-07T01%3A23%3A21Z'\"";

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @BeforeAll
  static void prepare() {
    post(server, "/Tables", "{\"TableName\":\"People\"}").send();
  }

  @Test
  void insertReturnsTheStoredEntity() {
    var answer = post(server, "/People", "{\"PartitionKey\":\"i'1\",\"RowKey\":\"\",\"Age\":3.0}")
        .send();

    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.body())
        .matches(
            "\\{\"PartitionKey\":\"i'1\",\"RowKey\":\"\",\"Timestamp\":\"[^\"]+\",\"Age\":3\\.0}");
    assertThat(header(answer, "ETag")).matches(ETAG);
    assertThat(header(answer, "Location"))
        .isEqualTo(server.accountUrl() + "/People(PartitionKey='i%27%271',RowKey='')");
    assertThat(header(answer, "Content-Type"))
        .isEqualTo("application/json;odata=nometadata;streaming=true;charset=utf-8");
  }

  @Test
  void insertAppliesThePreference() {
    var content = insert("prefer", "1", "{}", "return-content");
    assertThat(content.statusCode()).isEqualTo(201);
    assertThat(header(content, "Preference-Applied")).isEqualTo("return-content");

    var nothing = insert("prefer", "2", "{}", "return-no-content");
    assertThat(nothing.statusCode()).isEqualTo(204);
    assertThat(nothing.body()).isEmpty();
    assertThat(header(nothing, "Preference-Applied")).isEqualTo("return-no-content");
    assertThat(header(nothing, "ETag")).matches(ETAG);
    assertThat(header(nothing, "DataServiceId")).isEqualTo(header(nothing, "Location"));
  }

  @Test
  void insertOfAnExistingEntityIsAConflict() {
    insert("twice", "1", "{}", "return-no-content");

    assertError(insert("twice", "1", "{}", "return-no-content"), 409, "EntityAlreadyExists");
  }

  @Test
  void getReturnsEntityVersionAndPlan() {
    var stored =
        insert("get", "1", "{\"L\":\"7\",\"L@odata.type\":\"Edm.Int64\"}", "return-no-content");

    var answer =
        get(server, at("get", "1")).header("Accept", "application/json").send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(header(answer, "ETag")).isEqualTo(header(stored, "ETag"));
    assertThat(header(answer, "x-weir-plan")).isEqualTo("path=POINT ranges=1 scanned=1 returned=1");
    assertThat(answer.body())
        .startsWith("{\"odata.metadata\":\"" + server.accountUrl()
            + "/$metadata#People/@Element\",\"odata.etag\":")
        .endsWith("\"L@odata.type\":\"Edm.Int64\",\"L\":\"7\"}");
  }

  @Test
  void getReturnsSelectedProperties() {
    insert("select", "1", "{\"A\":1,\"B\":2}", "return-no-content");

    assertThat(
            get(server, at("select", "1") + "?$select=B,RowKey,Missing").send().body())
        .isEqualTo("{\"RowKey\":\"1\",\"B\":2,\"Missing\":null}");
  }

  @Test
  void theFormatOptionOverridesAccept() {
    insert("format", "1", "{}", "return-no-content");

    var answer = get(server, at("format", "1") + "?$format=application/json;odata=fullmetadata")
        .send();

    assertThat(header(answer, "Content-Type")).contains("odata=fullmetadata");
    assertThat(answer.body())
        .contains("\"odata.type\":\"devstoreaccount1.People\"", "\"Timestamp@odata.type\":");
  }

  @Test
  void headIsAGetWithoutItsBody() {
    insert("head", "1", "{}", "return-no-content");

    var whole = get(server, at("head", "1")).send();
    var head = request(server, "HEAD", at("head", "1"), "").send();

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(header(head, "Content-Length"))
        .isEqualTo(Integer.toString(whole.body().length()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/People(PartitionKey='q''s',RowKey='r%20%C3%A9')",
        "/People(PartitionKey=%27q%27%27s%27,RowKey=%27r%20%C3%A9%27)",
        "/People(RowKey='r%20%C3%A9',PartitionKey='q%27%27s')/",
        "/people(PartitionKey='q''s',%20RowKey='r%20%c3%a9')",
      })
  void entityIsFoundByEveryEquivalentAddress(String resource) {
    insert("q's", "r \u00e9", "{}", "return-no-content");

    assertThat(get(server, resource).send().statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({"PUT,", "PATCH,", "MERGE,", "POST,MERGE", "POST,PATCH", "POST,PUT"})
  void writeWithoutIfMatchInsertsOrUpdates(String method, String tunnelled) {
    var resource = at("upsert" + method + tunnelled, "1");

    var first = write(method, tunnelled, resource, "{\"A\":1}").send();
    var second = write(method, tunnelled, resource, "{\"A\":2}").send();

    assertThat(first.statusCode()).isEqualTo(204);
    assertThat(header(first, "ETag")).matches(ETAG);
    assertThat(header(second, "ETag")).isNotEqualTo(header(first, "ETag"));
  }

  @ParameterizedTest
  @CsvSource({"PUT,,{B}", "PATCH,,{A B}", "MERGE,,{A B}", "POST,MERGE,{A B}", "POST,PUT,{B}"})
  void replaceDropsPropertiesAndMergeKeepsThem(String method, String tunnelled, String left) {
    var key = "mode" + method + tunnelled;
    var version = header(insert(key, "1", "{\"A\":1}", "return-no-content"), "ETag");

    var answer = write(method, tunnelled, at(key, "1"), "{\"B\":2,\"A\":null}")
        .header("If-Match", version)
        .send();

    assertThat(answer.statusCode()).isEqualTo(204);
    var body = get(server, at(key, "1") + "?$select=A,B").send().body();
    assertThat(body).isEqualTo(left.equals("{B}") ? "{\"B\":2,\"A\":null}" : "{\"A\":1,\"B\":2}");
  }

  @ParameterizedTest
  @CsvSource({"PUT", "PATCH", "MERGE", "DELETE"})
  void writeWithAnotherVersionFails(String method) {
    insert("version" + method, "1", "{}", "return-no-content");

    var answer = write(method, null, at("version" + method, "1"), "{}")
        .header("If-Match", OTHER_VERSION)
        .send();

    assertError(answer, 412, "UpdateConditionNotSatisfied");
  }

  @ParameterizedTest
  @CsvSource({"PUT", "PATCH", "DELETE"})
  void conditionalWriteOfAMissingEntityFails(String method) {
    assertError(
        write(method, null, at("absent", "1"), "{}").header("If-Match", "*").send(),
        404,
        "ResourceNotFound");
  }

  @Test
  void deleteRemovesAnEntity() {
    insert("delete", "1", "{}", "return-no-content");

    assertThat(request(server, "DELETE", at("delete", "1"), "")
            .header("If-Match", "*")
            .send()
            .statusCode())
        .isEqualTo(204);
    assertError(get(server, at("delete", "1")).send(), 404, "ResourceNotFound");
  }

  @Test
  void deleteRequiresIfMatch() {
    assertError(request(server, "DELETE", at("p", "r"), "").send(), 400, "MissingRequiredHeader");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "If-Match | \"strong\"",
        "If-Match | W/unquoted",
        "If-Match | W/\"a\",W/\"b\"",
        "If-None-Match | *",
        "If-None-Match | W/\"a\"",
      })
  void malformedPreconditionIsRejected(String name, String value) {
    for (var method : new String[] {"PUT", "MERGE", "DELETE"}) {
      assertError(
          write(method, null, at("p", "r"), "{}").header(name, value).send(), 400, "InvalidInput");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"PartitionKey\":\"p\" | 400 | InvalidInput",
        "{\"RowKey\":\"r\"} | 400 | PropertiesNeedValue",
        "{\"PartitionKey\":\"a#b\",\"RowKey\":\"r\"} | 400 | OutOfRangeInput",
        "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"a b\":1} | 400 | PropertyNameInvalid",
        "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"a\":{}} | 400 | InvalidInput",
      })
  void invalidEntityIsRejected(String body, int status, String code) {
    assertError(post(server, "/People", body).send(), status, code);
  }

  @Test
  void oversizeEntityIsRejected() {
    var properties = new StringBuilder("{\"PartitionKey\":\"p\",\"RowKey\":\"big\"");
    for (var i = 0; i < 20; i++) {
      properties
          .append(",\"P")
          .append(i)
          .append("\":\"")
          .append("x".repeat(32_000))
          .append('"');
    }

    assertError(
        post(server, "/People", properties.append('}').toString()).send(), 400, "EntityTooLarge");
  }

  @Test
  void missingTableIsNotFound() {
    assertError(get(server, "/Nobody()").send(), 404, "TableNotFound");
    assertError(get(server, "/Nobody(PartitionKey='p',RowKey='r')").send(), 404, "TableNotFound");
    assertError(
        post(server, "/Nobody", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}").send(),
        404,
        "TableNotFound");
  }

  @Test
  void verbTunnellingIsLimited() {
    assertError(write("PUT", "MERGE", at("p", "r"), "{}").send(), 400, "XMethodNotUsingPost");
    assertError(write("POST", "TRACE", at("p", "r"), "{}").send(), 400, "XMethodIncorrectValue");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/atom+xml | 415 | MediaTypeNotSupported",
        "application/x-www-form-urlencoded | 415 | MediaTypeNotSupported",
        "application/json;odata=verbose | 415 | JsonFormatNotSupported",
        "application/json; charset=utf-8 | 409 | EntityAlreadyExists",
        "application/json;odata=nometadata | 409 | EntityAlreadyExists",
      })
  void onlyJsonBodiesAreAccepted(String contentType, int status, String code) {
    insert("taken", "1", "{}", "return-no-content");

    var answer = post(server, "/People", "{\"PartitionKey\":\"taken\",\"RowKey\":\"1\"}")
        .header("Content-Type", contentType)
        .send();

    assertError(answer, status, code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/atom+xml | 415 | MediaTypeNotSupported",
        "application/json;odata=verbose | 415 | JsonFormatNotSupported",
        "text/html,*/*;q=0.8 | 404 | ResourceNotFound",
        "application/* | 404 | ResourceNotFound",
      })
  void onlyJsonResponsesAreAvailable(String accept, int status, String code) {
    assertError(get(server, at("nobody", "1")).header("Accept", accept).send(), status, code);
  }

  @Test
  void rangeDeleteRemovesMatchingKeys() {
    for (var row : new String[] {"1", "2", "3"}) {
      post(server, "/People", "{\"PartitionKey\":\"range\",\"RowKey\":\"" + row + "\"}")
          .send();
    }

    var answer = request(server, "DELETE", range("PartitionKey eq 'range' and RowKey ge '2'"), "")
        .send();

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(get(server, at("range", "1")).send().statusCode()).isEqualTo(200);
    assertThat(get(server, at("range", "2")).send().statusCode()).isEqualTo(404);
    assertThat(get(server, at("range", "3")).send().statusCode()).isEqualTo(404);
  }

  @Test
  void rangeDeleteRemovesKeysWithAPrefix() {
    for (var row : new String[] {"a", "ab", "b"}) {
      post(server, "/People", "{\"PartitionKey\":\"prefix\",\"RowKey\":\"" + row + "\"}")
          .send();
    }

    var answer = request(
            server, "DELETE", range("PartitionKey eq 'prefix' and startswith(RowKey,'a')"), "")
        .send();

    assertThat(answer.statusCode()).isEqualTo(204);
    assertThat(get(server, at("prefix", "a")).send().statusCode()).isEqualTo(404);
    assertThat(get(server, at("prefix", "ab")).send().statusCode()).isEqualTo(404);
    assertThat(get(server, at("prefix", "b")).send().statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/People()",
        "/People",
        "/People()?$filter=",
        "/People?$filter=Age%20gt%203",
        "/People?$filter=contains(PartitionKey,'a')"
      })
  void rangeDeleteRequiresAFilter(String resource) {
    assertError(request(server, "DELETE", resource, "").send(), 400, "InvalidInput");
  }

  private static String range(String filter) {
    return "/People()?$filter=" + URLEncoder.encode(filter, UTF_8).replace("+", "%20");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST | /People(PartitionKey='p',RowKey='r') | GET,HEAD,PUT,MERGE,PATCH,DELETE",
        "PUT | /People | GET,HEAD,POST,DELETE",
        "PUT | /Tables | GET,HEAD,POST",
        "POST | /Tables('People') | GET,HEAD,DELETE",
      })
  void unsupportedVerbIsAnsweredWithTheAllowedOnes(String method, String resource, String allowed) {
    var answer =
        request(server, method, resource, method.equals("DELETE") ? "" : "{}").send();

    assertError(answer, 405, "MethodNotAllowed");
    assertThat(header(answer, "Allow")).isEqualTo(allowed);
  }

  @Test
  void unknownOperationIsNotImplemented() {
    assertError(get(server, "/People/$bulk").send(), 501, "NotImplemented");
  }

  @Test
  void theSecondaryIsReadOnly() {
    var read = TestRequest.secondary(server, "GET", "/People()", "").send();
    var write = TestRequest.secondary(
            server, "POST", "/People", "{\"PartitionKey\":\"p\",\"RowKey\":\"s\"}")
        .send();

    assertThat(read.statusCode()).isEqualTo(200);
    assertError(write, 403, "AuthorizationFailure");
  }

  private static HttpResponse<String> insert(
      String partitionKey, String rowKey, String properties, String prefer) {
    var keys = "{\"PartitionKey\":\"" + partitionKey + "\",\"RowKey\":\"" + rowKey + "\"";
    var body = properties.equals("{}") ? keys + "}" : keys + "," + properties.substring(1);
    return post(server, "/People", body).header("Prefer", prefer).send();
  }

  private static TestRequest write(String method, String tunnelled, String resource, String body) {
    var request =
        TestRequest.request(server, method, resource, method.equals("DELETE") ? "" : body);
    return tunnelled == null ? request : request.header("X-HTTP-Method", tunnelled);
  }

  private static String at(String partitionKey, String rowKey) {
    return "/People(PartitionKey='" + partitionKey + "',RowKey='" + rowKey + "')";
  }

  private static String header(HttpResponse<?> answer, String name) {
    return answer.headers().firstValue(name).orElseThrow();
  }

  private static void assertError(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.body()).startsWith("{\"odata.error\":{\"code\":\"" + code + "\",");
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(header(answer, "x-ms-error-code")).isEqualTo(code);
    assertThat(header(answer, "Content-Type")).startsWith("application/json");
  }
}
