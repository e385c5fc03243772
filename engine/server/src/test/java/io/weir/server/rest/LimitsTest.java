package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each limit of the protocol: the largest accepted value, and the error code for the next one. */
class LimitsTest {

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @BeforeAll
  static void prepare() {
    post(server, "/Tables", "{\"TableName\":\"Limits\"}").send();
  }

  @ParameterizedTest
  @CsvSource({"2,OutOfRangeInput", "3,", "63,", "64,OutOfRangeInput"})
  void tableNameHas3To63Characters(int length, String code) {
    var name = "T".repeat(length);

    assertOutcome(post(server, "/Tables", "{\"TableName\":\"" + name + "\"}").send(), 201, code);
  }

  @ParameterizedTest
  @CsvSource({"512,", "513,KeyValueTooLarge"})
  void keyHasAtMost512Utf16Units(int length, String code) {
    var key = "k".repeat(length);

    assertOutcome(insert("\"PartitionKey\":\"" + key + "\",\"RowKey\":\"\""), 201, code);
    assertOutcome(insert("\"PartitionKey\":\"\",\"RowKey\":\"" + key + "\""), 201, code);
    var address = "/Limits(PartitionKey='" + key + "',RowKey='put')";
    assertOutcome(request(server, "PUT", address, "{}").send(), 204, code);
    assertOutcome(get(server, address).send(), 200, code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "\\\\", "#", "?", "\\u0000", "\\t", "\\u001f", "\\u007f", "\\u009f"})
  void keyContainsNoForbiddenCharacter(String character) {
    assertOutcome(
        insert("\"PartitionKey\":\"a" + character + "\",\"RowKey\":\"\""), 201, "OutOfRangeInput");
    assertOutcome(
        insert("\"PartitionKey\":\"\",\"RowKey\":\"a" + character + "\""), 201, "OutOfRangeInput");
  }

  @ParameterizedTest
  @CsvSource({"252,", "253,TooManyProperties"})
  void entityHasAtMost252Properties(int count, String code) {
    var properties = IntStream.range(0, count)
        .mapToObj(i -> "\"P" + i + "\":1")
        .collect(Collectors.joining(","));

    assertOutcome(insert("\"PartitionKey\":\"many\",\"RowKey\":\"\"," + properties), 201, code);
  }

  @ParameterizedTest
  @CsvSource({"255,", "256,PropertyNameTooLong"})
  void propertyNameHasAtMost255Characters(int length, String code) {
    var name = "n".repeat(length);

    assertOutcome(
        insert("\"PartitionKey\":\"name\",\"RowKey\":\"\",\"" + name + "\":1"), 201, code);
  }

  @ParameterizedTest
  @CsvSource({"32768,", "32769,PropertyValueTooLarge"})
  void stringHasAtMost64Kibibytes(int units, String code) {
    var text = "x".repeat(units);

    assertOutcome(
        insert("\"PartitionKey\":\"string\",\"RowKey\":\"\",\"S\":\"" + text + "\""), 201, code);
  }

  @ParameterizedTest
  @CsvSource({"65536,", "65537,PropertyValueTooLarge"})
  void binaryHasAtMost64Kibibytes(int bytes, String code) {
    var text = Base64.getEncoder().encodeToString(new byte[bytes]);
    var property = "\"B@odata.type\":\"Edm.Binary\",\"B\":\"" + text + "\"";

    assertOutcome(insert("\"PartitionKey\":\"binary\",\"RowKey\":\"\"," + property), 201, code);
  }

  /** A string has two bytes per character, so sixteen strings of the largest size take 1 MiB. */
  @ParameterizedTest
  @CsvSource({"15,", "16,EntityTooLarge"})
  void entityHasAtMostOneMebibyte(int count, String code) {
    var properties = IntStream.range(0, count)
        .mapToObj(i -> "\"P" + i + "\":\"" + "x".repeat(32768) + "\"")
        .collect(Collectors.joining(","));

    assertOutcome(insert("\"PartitionKey\":\"large\",\"RowKey\":\"\"," + properties), 201, code);
  }

  /** White space lengthens the body without exceeding another limit. */
  @ParameterizedTest
  @CsvSource({"4194304,", "4194305,RequestBodyTooLarge"})
  void bodyHasAtMostFourMebibytes(int bytes, String code) {
    var entity = "{\"PartitionKey\":\"body\",\"RowKey\":\"\"}";

    var answer =
        post(server, "/Limits", entity + " ".repeat(bytes - entity.length())).send();

    assertOutcome(answer, 201, code);
    assertThat(answer.statusCode()).isEqualTo(code == null ? 201 : 413);
  }

  @ParameterizedTest
  @CsvSource({"0,", "1000,", "1001,InvalidInput", "-1,InvalidInput"})
  void pageHasAtMostThousandItems(int top, String code) {
    assertOutcome(get(server, "/Limits?$top=" + top).send(), 200, code);
    assertOutcome(get(server, "/Tables?$top=" + top).send(), 200, code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1601-01-01T00:00:00Z |",
        "9999-12-31T23:59:59.9999999Z |",
        "1600-12-31T23:59:59Z | OutOfRangeInput",
      })
  void dateIsWithinTheRangeOfTheProtocol(String date, String code) {
    var property = "\"D@odata.type\":\"Edm.DateTime\",\"D\":\"" + date + "\"";
    var key = "\"PartitionKey\":\"date\",\"RowKey\":\"" + date + "\"";

    assertOutcome(insert(key + "," + property), 201, code);
  }

  @ParameterizedTest
  @CsvSource({
    "2009-09-19,",
    "2009-09-18,InvalidHeaderValue",
    "2026-06-06,",
    "today,InvalidHeaderValue"
  })
  void versionIsADateOfTheProtocol(String version, String code) {
    assertOutcome(get(server, "/Limits?$top=1").header("x-ms-version", version).send(), 200, code);
  }

  @Test
  void clientRequestIdIsEchoedUpToOneKibibyte() {
    var longest = "i".repeat(1024);

    assertThat(echoed(longest)).isEqualTo(longest);
    assertThat(echoed(longest + "i")).isEmpty();
  }

  private static String echoed(String id) {
    return get(server, "/Limits?$top=1")
        .header("x-ms-client-request-id", id)
        .send()
        .headers()
        .firstValue("x-ms-client-request-id")
        .orElse("");
  }

  private static HttpResponse<String> insert(String members) {
    return post(server, "/Limits", "{" + members + "}").send();
  }

  private static void assertOutcome(HttpResponse<String> answer, int status, String code) {
    if (code == null) {
      assertThat(answer.statusCode()).as(shown(answer)).isIn(status, 409);
    } else {
      assertThat(answer.statusCode()).isBetween(400, 413);
      assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue(code);
      assertThat(answer.body()).startsWith("{\"odata.error\":{\"code\":\"" + code + "\"");
    }
  }

  private static String shown(HttpResponse<String> answer) {
    return answer.body().substring(0, Math.min(200, answer.body().length()));
  }
}
