package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CORS rules, by the table of the documentation. */
class CrossOriginTest {

  private static final String PAGE = "http://page.example";
  private static final String ALLOW_ORIGIN = "Access-Control-Allow-Origin";
  private static final String EXPOSE = "Access-Control-Expose-Headers";
  private static final String CREDENTIALS = "Access-Control-Allow-Credentials";

  @RegisterExtension
  static final TestServer server = TestServer.over(new ModelTableService());

  @BeforeAll
  static void prepare() {
    post(server, "/Tables", "{\"TableName\":\"People\"}").send();
  }

  @BeforeEach
  void clear() {
    set("");
  }

  @Test
  void withoutRulesThereAreNoCorsHeaders() {
    assertRejected(preflight(PAGE, "GET", ""));
    assertNoCorsHeaders(from(PAGE));
  }

  @Test
  void preflightNeedsNoSignatureAndNoTable() {
    set(rule(PAGE, "GET,PUT", "x-ms-*,accept", "", "500"));

    var answer = preflight(PAGE, "PUT", "X-MS-Date, Accept");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEmpty();
    assertHeader(answer, ALLOW_ORIGIN, PAGE);
    assertHeader(answer, "Access-Control-Allow-Methods", "PUT");
    assertHeader(answer, "Access-Control-Allow-Headers", "X-MS-Date, Accept");
    assertHeader(answer, "Access-Control-Max-Age", "500");
    assertHeader(answer, CREDENTIALS, "true");
    assertThat(answer.headers().firstValue("x-ms-request-id")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "http://other.example,GET,''",
    "HTTP://PAGE.EXAMPLE,GET,''",
    "http://page.example:81,GET,''",
    "http://page.example,DELETE,''",
    "http://page.example,GET,content-type",
    "http://page.example,GET,'x-ms-date,content-type'",
  })
  void preflightWithoutAMatchingRuleIsRejected(String origin, String method, String headers) {
    set(rule(PAGE, "GET,PUT", "x-ms-*", "", "500"));

    assertRejected(preflight(origin, method, headers));
  }

  @Test
  void preflightRequiresOriginAndMethod() {
    set(rule("*", "GET", "", "", "0"));

    for (var missing : new String[] {"Origin", "Access-Control-Request-Method"}) {
      var other = missing.equals("Origin") ? "Access-Control-Request-Method" : "Origin";
      var answer =
          unsigned(server, "OPTIONS", "/People", "").header(other, "GET").send();

      assertThat(answer.statusCode()).isEqualTo(400);
      assertHeader(answer, "x-ms-error-code", "InvalidHeaderValue");
      assertThat(answer.body()).contains("missing=" + missing.toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void firstMatchingRuleApplies() {
    set(rule("http://other.example", "GET", "*", "", "1")
        + rule(PAGE, "PUT", "*", "", "2")
        + rule(PAGE, "GET", "accept", "", "3")
        + rule("*", "GET", "*", "", "4"));

    assertHeader(preflight(PAGE, "PUT", ""), "Access-Control-Max-Age", "2");
    assertHeader(preflight(PAGE, "GET", ""), "Access-Control-Max-Age", "3");
    assertHeader(preflight(PAGE, "GET", "range"), "Access-Control-Max-Age", "4");
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.page.example,true",
    "https://a.b.page.example,true",
    "https://page.example,false",
    "https://.page.example,false",
    "https://evilpage.example,false",
    "http://a.page.example,false",
    "https://a.page.example.evil,false",
  })
  void ruleMayAllowAllSubdomains(String origin, boolean allowed) {
    set(rule("https://*.page.example", "GET", "", "", "0"));

    assertThat(preflight(origin, "GET", "").statusCode()).isEqualTo(allowed ? 200 : 403);
  }

  @Test
  void responseToAnAllowedOriginNamesTheOrigin() {
    set(rule(PAGE, "GET", "", "x-ms-version,etag", "0"));

    var answer = from(PAGE);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertHeader(answer, ALLOW_ORIGIN, PAGE);
    assertHeader(answer, CREDENTIALS, "true");
    assertHeader(answer, EXPOSE, "x-ms-version,etag");
    assertHeader(answer, "Vary", "Origin");
  }

  @Test
  void responseByARuleForAnyOriginNamesNoOrigin() {
    set(rule("*", "GET", "", "x-ms-*", "0"));

    for (var answer :
        new HttpResponse<?>[] {from(PAGE), get(server, "/People()").send()}) {
      assertHeader(answer, ALLOW_ORIGIN, "*");
      assertThat(answer.headers().firstValue(EXPOSE).orElseThrow().split(","))
          .contains("x-ms-version", "x-ms-request-id")
          .allMatch(name -> name.startsWith("x-ms-"));
      assertThat(answer.headers().firstValue(CREDENTIALS)).isEmpty();
      assertThat(answer.headers().firstValue("Vary")).isEmpty();
    }
  }

  @Test
  void responseToOtherOriginsHasOnlyVary() {
    set(rule(PAGE, "GET", "", "x-ms-*", "0"));

    for (var answer : new HttpResponse<?>[] {
      from("http://other.example"), get(server, "/People()").send()
    }) {
      assertHeader(answer, "Vary", "Origin");
      assertThat(answer.headers().firstValue(ALLOW_ORIGIN)).isEmpty();
      assertThat(answer.headers().firstValue(EXPOSE)).isEmpty();
    }
  }

  @Test
  void responseToAWriteHasCorsHeadersAndNoVary() {
    set(rule(PAGE, "POST", "", "etag", "0"));

    var answer = post(server, "/People", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}")
        .header("Origin", PAGE)
        .send();

    assertThat(answer.statusCode()).isEqualTo(201);
    assertHeader(answer, ALLOW_ORIGIN, PAGE);
    assertThat(answer.headers().firstValue("Vary")).isEmpty();
  }

  @Test
  void errorsHaveCorsHeadersToo() {
    set(rule(PAGE, "GET", "", "x-ms-error-code", "0"));

    var missing = get(server, "/Nobody()").header("Origin", PAGE).send();
    var stranger =
        unsigned(server, "GET", "/People()", "").header("Origin", PAGE).send();

    assertThat(missing.statusCode()).isEqualTo(404);
    assertHeader(missing, ALLOW_ORIGIN, PAGE);
    assertHeader(missing, EXPOSE, "x-ms-error-code");
    assertThat(stranger.statusCode()).isEqualTo(403);
    assertHeader(stranger, ALLOW_ORIGIN, PAGE);
  }

  @Test
  void allowedOriginMustStillAuthenticate() {
    set(rule("*", "GET", "*", "*", "0"));

    assertThat(unsigned(server, "GET", "/People()", "")
            .header("Origin", PAGE)
            .send()
            .statusCode())
        .isEqualTo(403);
  }

  @Test
  void changedRulesApplyAtOnce() {
    set(rule(PAGE, "GET", "", "", "0"));
    assertThat(preflight(PAGE, "GET", "").statusCode()).isEqualTo(200);

    set(rule("http://other.example", "GET", "", "", "0"));
    assertRejected(preflight(PAGE, "GET", ""));

    set("");
    assertNoCorsHeaders(from(PAGE));
  }

  private static HttpResponse<String> from(String origin) {
    return get(server, "/People()").header("Origin", origin).send();
  }

  private static HttpResponse<String> preflight(String origin, String method, String headers) {
    var request = unsigned(server, "OPTIONS", "/Nowhere", "")
        .header("Origin", origin)
        .header("Access-Control-Request-Method", method);
    return (headers.isEmpty() ? request : request.header("Access-Control-Request-Headers", headers))
        .send();
  }

  private static void set(String rules) {
    var document =
        "<StorageServiceProperties><Cors>" + rules + "</Cors></StorageServiceProperties>";
    TestRequest put = request(server, "PUT", "/?restype=service&comp=properties", document);
    assertThat(put.signing("properties").send().statusCode()).isEqualTo(202);
  }

  private static String rule(
      String origins, String methods, String requestHeaders, String exposed, String age) {
    return "<CorsRule><AllowedOrigins>" + origins + "</AllowedOrigins><AllowedMethods>" + methods
        + "</AllowedMethods><AllowedHeaders>" + requestHeaders + "</AllowedHeaders><ExposedHeaders>"
        + exposed
        + "</ExposedHeaders><MaxAgeInSeconds>" + age + "</MaxAgeInSeconds></CorsRule>";
  }

  private static void assertRejected(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(403);
    assertHeader(answer, "x-ms-error-code", "CorsPreflightFailure");
    assertThat(answer.body()).startsWith("{\"odata.error\":{\"code\":\"CorsPreflightFailure\"");
    assertThat(answer.headers().firstValue(ALLOW_ORIGIN)).isEmpty();
  }

  private static void assertNoCorsHeaders(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(200);
    for (var name : new String[] {ALLOW_ORIGIN, EXPOSE, CREDENTIALS, "Vary"}) {
      assertThat(answer.headers().firstValue(name)).isEmpty();
    }
  }

  private static void assertHeader(HttpResponse<?> answer, String name, String value) {
    assertThat(answer.headers().firstValue(name)).hasValue(value);
  }
}
