package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.secondary;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.contract.ModelTableService;
import io.weir.server.EngineServer;
import io.weir.server.SharedAccessToken;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Service properties and statistics as clients see them. {@link CrossOriginTest} covers the effect
 * of CORS rules.
 */
class ServicePropertiesTest {

  private static final String PROPERTIES = "/?restype=service&comp=properties";
  private static final String STATS = "/?restype=service&comp=stats";
  private static final String LOGGING =
      "<Logging><Version>1.0</Version><Delete>true</Delete><Read>false</Read>"
          + "<Write>true</Write><RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></Logging>";
  private static final String HOURS = "<HourMetrics><Version>1.0</Version><Enabled>true</Enabled>"
      + "<IncludeAPIs>true</IncludeAPIs><RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></HourMetrics>";
  private static final String MINUTES = HOURS.replace("HourMetrics", "MinuteMetrics");
  private static final String RULE =
      rule("http://a.example", "GET,PUT", "x-ms-*", "x-ms-version", "5");

  @RegisterExtension
  static final EngineServer running = EngineServer.start();

  @Test
  void allSectionsAreReturned() {
    var answer = current();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/xml");
    assertThat(answer.body())
        .startsWith("<?xml version=\"1.0\" encoding=\"utf-8\"?><StorageServiceProperties><Logging>")
        .contains("<HourMetrics><Version>1.0</Version>", "<MinuteMetrics><Version>", "<Cors")
        .endsWith("</StorageServiceProperties>");
    assertThat(request(running.server(), "HEAD", PROPERTIES, "")
            .signing("properties")
            .send()
            .statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"?restype=service&comp=properties", PROPERTIES})
  void slashAfterTheAccountIsOptional(String resource) {
    assertThat(get(running.server(), resource).signing("properties").send().statusCode())
        .isEqualTo(200);
  }

  @Test
  void propertiesSurviveARestart() throws IOException {
    var answer = set(LOGGING + HOURS + MINUTES + "<Cors>" + RULE + "</Cors>");
    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();

    var current = current().body();
    assertThat(current).contains(LOGGING, HOURS, MINUTES, RULE);
    running.restart();
    assertThat(current().body()).isEqualTo(current);
  }

  @Test
  void absentSectionIsKeptAndAnEmptyListDeletesTheRules() {
    set(LOGGING + "<Cors>" + RULE + "</Cors>");

    set(HOURS);
    assertThat(current().body()).contains(LOGGING, HOURS, RULE);

    set("<Cors/>");
    assertThat(current().body()).contains(LOGGING, HOURS, "<Cors/>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<Version>2.0</Version> | <Version>1.0</Version> | InvalidXmlNodeValue",
        "<Days>0</Days> | <Days>7</Days> | InvalidXmlNodeValue",
        "<Days>366</Days> | <Days>7</Days> | InvalidXmlNodeValue",
        "<Days>many</Days> | <Days>7</Days> | InvalidXmlNodeValue",
        "<Days>7</Days><Days>7</Days> | <Days>7</Days> | InvalidXmlDocument",
        "<Read>yes</Read> | <Read>false</Read> | InvalidXmlNodeValue",
        "<Other/> | <Read>false</Read> | InvalidXmlDocument",
      })
  void invalidSettingIsRejected(String wrong, String right, String code) {
    assertThat(LOGGING).contains(right);

    assertError(set(LOGGING.replace(right, wrong)), 400, code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<Days>7</Days>",
        "<Read>false</Read>",
        "<Version>1.0</Version>",
        "<Enabled>true</Enabled>"
      })
  void requiredSettingMustBePresent(String part) {
    assertError(set(LOGGING.replace(part, "")), 400, "MissingRequiredXmlNode");
  }

  @Test
  void retentionIsLimited() {
    for (var days : new int[] {1, 365}) {
      assertThat(set(LOGGING.replace("<Days>7", "<Days>" + days)).statusCode()).isEqualTo(202);
    }
    assertError(
        set(HOURS.replace("<IncludeAPIs>true</IncludeAPIs>", "")), 400, "MissingRequiredXmlNode");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "<Other/>",
        "<StorageServiceProperties><Other/></StorageServiceProperties>",
        "<StorageServiceProperties>text</StorageServiceProperties>",
        "<StorageServiceProperties><Cors/><Cors/></StorageServiceProperties>",
        "<StorageServiceProperties><Cors><Rule/></Cors></StorageServiceProperties>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]><StorageServiceProperties/>",
      })
  void malformedDocumentIsRejected(String document) {
    assertError(put(document), 400, "InvalidXmlDocument");
  }

  @Test
  void fiveRulesAreAcceptedAndSixAreRejected() {
    assertThat(setRules(RULE.repeat(5)).statusCode()).isEqualTo(202);
    assertError(setRules(RULE.repeat(6)), 400, "InvalidXmlDocument");
  }

  @Test
  void ruleHasAtMost64OriginsAnd64HeadersAnd2Prefixes() {
    var origins = list(64, "h%02d.example");
    var headers = list(64, "x-%02d") + ",a-*,b-*";

    assertThat(setRules(rule(origins, "GET", "", "", "0")).statusCode()).isEqualTo(202);
    assertError(setRules(rule(origins + ",one", "GET", "", "", "0")), 400, "InvalidXmlNodeValue");
    assertThat(setRules(rule("o", "GET", headers, headers, "0")).statusCode()).isEqualTo(202);
    for (var more : new String[] {",x-more", ",c-*"}) {
      assertError(setRules(rule("o", "GET", headers + more, "", "0")), 400, "InvalidXmlNodeValue");
      assertError(setRules(rule("o", "GET", "", headers + more, "0")), 400, "InvalidXmlNodeValue");
    }
  }

  @Test
  void originsAndHeadersHaveAtMost256Characters() {
    var longest = "x".repeat(256);

    assertThat(setRules(rule(longest, "GET", longest, longest, "0")).statusCode())
        .isEqualTo(202);
    assertError(setRules(rule(longest + "x", "GET", "", "", "0")), 400, "InvalidXmlNodeValue");
    assertError(setRules(rule("o", "GET", longest + "x", "", "0")), 400, "InvalidXmlNodeValue");
    assertError(setRules(rule("o", "GET", "", longest + "x", "0")), 400, "InvalidXmlNodeValue");
  }

  @Test
  void allRulesTogetherHaveAtMostTwoKibibytes() {
    var names = list(8, "%0255d"); // 8 names of 255 characters and 7 commas
    var others = "o".length() + "GET".length() + "0".length();
    var longest = names.substring(names.length() + others - 2048);

    assertThat(setRules(rule("o", "GET", longest, "", "0")).statusCode()).isEqualTo(202);
    assertError(setRules(rule("o", "GET", "x" + longest, "", "0")), 400, "InvalidXmlDocument");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "o | GET,FETCH | 0",
        "o | get | 0",
        "o | '' | 0",
        "'' | GET | 0",
        "*,o | GET | 0",
        "o | GET | -1",
        "o | GET | 2147483648",
        "o | GET | long",
      })
  void invalidRuleIsRejected(String origins, String methods, String age) {
    assertError(setRules(rule(origins, methods, "", "", age)), 400, "InvalidXmlNodeValue");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AllowedOrigins", "AllowedMethods", "MaxAgeInSeconds"})
  void ruleRequiresItsElements(String part) {
    var without = RULE.replaceAll("<" + part + ">.*</" + part + ">", "");

    assertError(setRules(without), 400, "MissingRequiredXmlNode");
  }

  @Test
  void accountSignatureReadsOrWritesPropertiesAsPermitted() {
    var reading = token("r", "s");
    var writing = token("w", "s");

    assertThat(unsigned(running.server(), "GET", PROPERTIES + "&" + reading, "")
            .send()
            .statusCode())
        .isEqualTo(200);
    assertThat(unsigned(running.server(), "PUT", PROPERTIES + "&" + writing, properties(""))
            .send()
            .statusCode())
        .isEqualTo(202);
    assertError(
        unsigned(running.server(), "GET", PROPERTIES + "&" + writing, "").send(),
        403,
        "AuthorizationPermissionMismatch");
    assertError(
        unsigned(running.server(), "PUT", PROPERTIES + "&" + reading, properties(""))
            .send(),
        403,
        "AuthorizationPermissionMismatch");
    assertError(
        unsigned(running.server(), "GET", PROPERTIES + "&" + token("r", "co"), "")
            .send(),
        403,
        "AuthorizationResourceTypeMismatch");
  }

  @Test
  void tableSignatureMayNotAccessProperties() {
    var token = SharedAccessToken.ofTable("kept", Map.of("sp", "raud", "se", "2099-01-01"));

    assertError(
        unsigned(running.server(), "GET", PROPERTIES + "&" + token, "").send(),
        403,
        "AuthorizationFailure");
  }

  @Test
  void secondaryReportsThatThereIsNoSecondCopy() {
    var answer = secondary(running.server(), "GET", STATS, "").signing("stats").send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo("<?xml version=\"1.0\" encoding=\"utf-8\"?><StorageServiceStats><GeoReplication>"
            + "<Status>unavailable</Status><LastSyncTime/>"
            + "</GeoReplication></StorageServiceStats>");
  }

  @Test
  void secondaryIsLiveIfTheOptionsSaySo() {
    var options = ServerOptions.builder().port(0).liveSecondary(true).build();
    try (var server = TestServer.over(new ModelTableService(), () -> true, options)) {
      assertThat(secondary(server, "GET", STATS, "").signing("stats").send().body())
          .containsPattern("<Status>live</Status><LastSyncTime>[A-Z][a-z]{2}, [^<]* GMT<");
    }
  }

  @Test
  void primaryHasNoStatistics() {
    assertError(
        get(running.server(), STATS).signing("stats").send(), 400, "InvalidQueryParameterValue");
    assertError(
        request(running.server(), "PUT", STATS, "").signing("stats").send(),
        405,
        "MethodNotAllowed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/?restype=service", "/?comp=properties", "/?restype=service&comp=other"})
  void serviceOperationMustBeNamed(String resource) {
    var comp = resource.replaceAll(".*comp=|/.*", "");

    assertError(
        get(running.server(), resource).signing(comp).send(), 400, "InvalidQueryParameterValue");
  }

  private static String token(String permissions, String types) {
    return SharedAccessToken.ofAccount(Map.of("sp", permissions, "srt", types, "se", "2099-01-01"));
  }

  private static String list(int count, String format) {
    return IntStream.range(0, count).mapToObj(format::formatted).collect(Collectors.joining(","));
  }

  private static String rule(
      String origins, String methods, String requestHeaders, String exposed, String age) {
    return "<CorsRule>" + element("AllowedOrigins", origins) + element("AllowedMethods", methods)
        + element("AllowedHeaders", requestHeaders) + element("ExposedHeaders", exposed)
        + element("MaxAgeInSeconds", age) + "</CorsRule>";
  }

  private static String element(String name, String text) {
    return "<" + name + ">" + text + "</" + name + ">";
  }

  private static HttpResponse<String> setRules(String rules) {
    return set("<Cors>" + rules + "</Cors>");
  }

  private static HttpResponse<String> set(String sections) {
    return put(properties(sections));
  }

  private static HttpResponse<String> put(String document) {
    return request(running.server(), "PUT", PROPERTIES, document)
        .signing("properties")
        .send();
  }

  private static String properties(String sections) {
    return "<StorageServiceProperties>" + sections + "</StorageServiceProperties>";
  }

  private static HttpResponse<String> current() {
    return get(running.server(), PROPERTIES).signing("properties").send();
  }

  private static void assertError(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.body()).startsWith("{\"odata.error\":{\"code\":\"" + code + "\",");
    assertThat(answer.statusCode()).isEqualTo(status);
  }
}
