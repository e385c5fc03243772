package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.EngineServer;
import io.weir.server.SharedAccessToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored access policies, and shared access signatures that refer to them. */
class TableAclTest {

  private static final String HEAD = "<?xml version=\"1.0\" encoding=\"utf-8\"?>";
  private static final String FAR = "2099-01-01T00:00:00.0000000Z";
  private static final String ALL_TERMS =
      "<Start>2020-01-01</Start><Expiry>" + FAR + "</Expiry><Permission>raud</Permission>";

  @RegisterExtension
  static final EngineServer running = EngineServer.start();

  @BeforeEach
  void create() {
    request(running.server(), "DELETE", "/Tables('Kept')", "").send();
    post(running.server(), "/Tables", "{\"TableName\":\"Kept\"}").send();
    post(running.server(), "/Kept", "{\"PartitionKey\":\"p\",\"RowKey\":\"r\"}").send();
  }

  @Test
  void policiesAreReturnedWithFullTimes() {
    var set = set(policy(
        "one",
        "<Start>2020-01-02T03:04Z</Start><Expiry>2020-01-02T03:04:05.5+01:00</Expiry>"
            + "<Permission>ru</Permission>"));

    assertThat(set.statusCode()).isEqualTo(204);
    assertThat(current().statusCode()).isEqualTo(200);
    assertThat(current().headers().firstValue("Content-Type")).hasValue("application/xml");
    assertThat(current().body())
        .isEqualTo(HEAD
            + identifiers(policy(
                "one",
                "<Start>2020-01-02T03:04:00.0000000Z</Start><Expiry>2020-01-02T02:04:05.5000000Z</Expiry>"
                    + "<Permission>ru</Permission>")));
  }

  @Test
  void newTableHasNoPolicies() {
    assertThat(current().body()).isEqualTo(HEAD + "<SignedIdentifiers/>");
    assertThat(request(running.server(), "HEAD", "/Kept?comp=acl", "")
            .signing("acl")
            .send()
            .statusCode())
        .isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "<Start>2020-01-01</Start>",
    "<Expiry>2020-01-01</Expiry>",
    "<Permission>r</Permission>",
    "''"
  })
  void eachTermOfAPolicyIsOptional(String terms) {
    assertThat(set(policy("one", terms)).statusCode()).isEqualTo(204);
    assertThat(set("<SignedIdentifier><Id>one</Id></SignedIdentifier>").statusCode())
        .isEqualTo(204);
  }

  @Test
  void setReplacesAllPoliciesAndAnEmptyListDeletesThem() {
    set(policy("one", ALL_TERMS) + policy("two", ALL_TERMS));
    set(policy("three", ALL_TERMS));
    assertThat(current().body()).contains("three").doesNotContain("one").doesNotContain("two");

    set("");
    assertThat(current().body()).isEqualTo(HEAD + "<SignedIdentifiers/>");
  }

  @Test
  void fivePoliciesAreAcceptedAndSixAreRejected() {
    assertThat(set(policies(5)).statusCode()).isEqualTo(204);

    assertError(set(policies(6)), 400, "InvalidXmlDocument");
    assertThat(current().body()).contains("id4").doesNotContain("id5");
  }

  @Test
  void nameIsUniqueAndHasAtMost64Characters() {
    assertThat(set(policy("x".repeat(64), "")).statusCode()).isEqualTo(204);
    assertError(set(policy("x".repeat(65), "")), 400, "InvalidXmlNodeValue");
    assertError(set(policy("", "")), 400, "InvalidXmlNodeValue");
    assertError(set(policy("one", "") + policy("one", "")), 400, "InvalidXmlDocument");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<SignedIdentifier><AccessPolicy/></SignedIdentifier> | MissingRequiredXmlNode",
        "<Other><Id>a</Id></Other> | InvalidXmlDocument",
        "<SignedIdentifier><Id>a</Id><Other/></SignedIdentifier> | InvalidXmlDocument",
        "<SignedIdentifier><Id>a</Id><Id>b</Id></SignedIdentifier> | InvalidXmlDocument",
        "<SignedIdentifier> | InvalidXmlDocument",
        "&amp;unknown; | InvalidXmlDocument",
      })
  void malformedDocumentIsRejected(String identifiers, String code) {
    assertError(set(identifiers), 400, code);
  }

  @ParameterizedTest
  @CsvSource({"Start,today", "Expiry,2020-13-01", "Permission,raudx", "Permission,rr"})
  void invalidTermIsRejected(String term, String value) {
    assertError(
        set(policy("one", "<" + term + ">" + value + "</" + term + ">")),
        400,
        "InvalidXmlNodeValue");
  }

  @Test
  void documentTypesAndEntitiesAreRejected() {
    var secret = "<!DOCTYPE SignedIdentifiers [<!ENTITY file SYSTEM \"file:///etc/hostname\">]>";
    var bomb = "<!DOCTYPE SignedIdentifiers [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>";

    assertError(put(secret + identifiers(policy("&file;", ""))), 400, "InvalidXmlDocument");
    assertError(put(bomb + identifiers(policy("&b;", ""))), 400, "InvalidXmlDocument");
    assertError(put(bomb + identifiers(policy("plain", ""))), 400, "InvalidXmlDocument");
    assertError(put("<a>".repeat(2000)), 400, "InvalidXmlDocument");
  }

  @Test
  void byteOrderMarkIsAccepted() {
    assertThat(put("\ufeff" + HEAD + identifiers(policies(1))).statusCode()).isEqualTo(204);
    assertThat(put(HEAD.replace("utf-8", "UTF-8") + identifiers("")).statusCode())
        .isEqualTo(204);
  }

  @Test
  void policiesOfAMissingTableAreNotFound() {
    assertError(
        get(running.server(), "/Nobody?comp=acl").signing("acl").send(), 404, "TableNotFound");
    assertError(
        request(running.server(), "PUT", "/Nobody?comp=acl", identifiers(policies(1)))
            .signing("acl")
            .send(),
        404,
        "TableNotFound");
  }

  @Test
  void unsupportedVerbAndComponentAreRejected() {
    assertError(
        request(running.server(), "DELETE", "/Kept?comp=acl", "").signing("acl").send(),
        405,
        "MethodNotAllowed");
    assertError(
        get(running.server(), "/Kept?comp=other").signing("other").send(),
        400,
        "InvalidQueryParameterValue");
  }

  @Test
  void policiesRequireAnAccountKey() {
    var ofTable = SharedAccessToken.ofTable("kept", Map.of("sp", "raud", "se", FAR));
    var ofAccount = SharedAccessToken.ofAccount(Map.of("sp", "rwdlacu", "srt", "sco", "se", FAR));

    for (var token : new String[] {ofTable, ofAccount}) {
      var resource = "/Kept?comp=acl&" + token;
      assertError(
          unsigned(running.server(), "GET", resource, "").send(), 403, "AuthorizationFailure");
      assertError(
          unsigned(running.server(), "PUT", resource, identifiers("")).send(),
          403,
          "AuthorizationFailure");
    }
    assertError(
        unsigned(running.server(), "GET", "/Kept?comp=acl", "").send(),
        403,
        "AuthenticationFailed");
  }

  @Test
  void policiesAreDeletedWithTheirTable() {
    set(policy("one", ALL_TERMS));

    create();

    assertThat(current().body()).doesNotContain("one");
    assertError(read("one", Map.of()), 403, "AuthenticationFailed");
  }

  @Test
  void policiesSurviveARestart() throws IOException {
    set(policy("one", ALL_TERMS));

    running.restart();

    assertThat(current().body()).contains("one");
    assertThat(read("one", Map.of()).statusCode()).isEqualTo(200);
  }

  @Test
  void policyMaySupplyAllTerms() {
    set(policy("one", ALL_TERMS));

    assertThat(read("one", Map.of()).statusCode()).isEqualTo(200);
  }

  @Test
  void policyMaySupplySomeTerms() {
    set(policy("one", "<Expiry>" + FAR + "</Expiry>"));

    assertThat(read("one", Map.of("sp", "r")).statusCode()).isEqualTo(200);
    assertError(read("one", Map.of("sp", "a")), 403, "AuthorizationPermissionMismatch");
    assertError(read("one", Map.of()), 403, "AuthenticationFailed");
  }

  @ParameterizedTest
  @CsvSource({"sp,r", "se,2098-01-01", "st,2020-01-01"})
  void termInSignatureAndPolicyIsRejected(String term, String value) {
    set(policy("one", ALL_TERMS));

    assertError(read("one", Map.of(term, value)), 403, "AuthenticationFailed");
  }

  @Test
  void missingPolicyIsRejected() {
    set(policy("one", ALL_TERMS));

    assertError(read("One", Map.of()), 403, "AuthenticationFailed");
    assertError(read("two", Map.of("sp", "r", "se", FAR)), 403, "AuthenticationFailed");
  }

  @Test
  void changedOrDeletedPolicyAppliesToItsSignaturesAtOnce() {
    set(policy("one", ALL_TERMS));
    assertThat(read("one", Map.of()).statusCode()).isEqualTo(200);

    set(policy("one", "<Expiry>" + FAR + "</Expiry><Permission>a</Permission>"));
    assertError(read("one", Map.of()), 403, "AuthorizationPermissionMismatch");

    set(policy("one", "<Expiry>2020-01-01</Expiry><Permission>r</Permission>"));
    assertError(read("one", Map.of()), 403, "AuthenticationFailed");

    set(policy(
        "one", "<Start>2098-01-01</Start><Expiry>" + FAR + "</Expiry><Permission>r</Permission>"));
    assertError(read("one", Map.of()), 403, "AuthenticationFailed");

    set("");
    assertError(read("one", Map.of()), 403, "AuthenticationFailed");
  }

  private static HttpResponse<String> read(String policy, Map<String, String> terms) {
    var options = new HashMap<>(terms);
    options.put("si", policy);
    var token = SharedAccessToken.ofTable("kept", options);
    return unsigned(running.server(), "GET", "/Kept(PartitionKey='p',RowKey='r')?" + token, "")
        .send();
  }

  private static HttpResponse<String> set(String identifiers) {
    return put(identifiers(identifiers));
  }

  private static HttpResponse<String> put(String document) {
    return request(running.server(), "PUT", "/Kept?comp=acl", document)
        .header("Content-Type", "application/xml")
        .signing("acl")
        .send();
  }

  private static HttpResponse<String> current() {
    return get(running.server(), "/Kept?comp=acl").signing("acl").send();
  }

  private static String identifiers(String content) {
    return "<SignedIdentifiers>" + content + "</SignedIdentifiers>";
  }

  private static String policies(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> policy("id" + i, ALL_TERMS))
        .collect(Collectors.joining());
  }

  private static String policy(String id, String terms) {
    return "<SignedIdentifier><Id>" + id + "</Id><AccessPolicy>" + terms
        + "</AccessPolicy></SignedIdentifier>";
  }

  private static void assertError(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.body()).startsWith("{\"odata.error\":{\"code\":\"" + code + "\",");
    assertThat(answer.statusCode()).isEqualTo(status);
  }
}
