package io.weir.search;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.search.SearchDefinition;
import io.weir.server.SharedAccessToken;
import io.weir.server.TestServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches and their declarations over HTTP. */
class SearchRequestsTest {

  private static final String DEFINITION =
      "{\"properties\":[{\"name\":\"Text\",\"analyzer\":\"standard\",\"weight\":1.0}]}";
  private static final String FAR = "2099-01-01T00:00:00Z";

  private static SearchFixture fixture;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    fixture = SearchFixture.withTable();
    server = TestServer.over(fixture.engine(), account -> fixture.search().account(account));
    fixture.declare(SearchDefinition.of("Text"));
    fixture.put(Entity.builder("p", "1").set("Text", "owl owl owl").set("N", 1).build());
    fixture.put(
        Entity.builder("p", "2").set("Text", "one owl in a tree").set("N", 2).build());
    fixture.put(Entity.builder("q", "3")
        .set("Text", "an owl and a much longer text")
        .set("N", 3)
        .build());
    fixture.settled();
  }

  /** Other tests change tables; the log then has changes that the index has not passed yet. */
  @BeforeEach
  void settle() {
    fixture.settled();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    fixture.close();
  }

  @Test
  void anAnswerHasEntitiesInRankOrderWithScores() {
    var answer = search("owl", "");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .matches(
            "\\{\"value\":\\[\\{\"weir.score\":[0-9.]+,\"PartitionKey\":\"p\",\"RowKey\":\"1\",.*"
                + "\"weir.score\":[0-9.]+,\"PartitionKey\":\"p\",\"RowKey\":\"2\".*"
                + "\"weir.score\":[0-9.]+,\"PartitionKey\":\"q\",\"RowKey\":\"3\".*");
    assertThat(answer.headers().firstValue("x-weir-search-lag")).hasValue("0");
    assertThat(answer.headers().firstValue("x-weir-search-next")).isEmpty();
  }

  @Test
  void levelsOfMetadataApply() {
    var answer = get(server, "/Strikes?$search=owl&$top=1")
        .header("Accept", "application/json;odata=minimalmetadata")
        .send();

    assertThat(answer.body())
        .contains("$metadata#Strikes\"", "\"weir.score\":", "\"odata.etag\":\"W/")
        .doesNotContain("odata.editLink");
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .contains("minimalmetadata");
  }

  @Test
  void aFilterASelectionAndPagesApply() {
    var first = search("owl", "&$top=1&$select=N&$filter=" + encoded("N ge 2"));
    var next = first.headers().firstValue("x-weir-search-next").orElseThrow();
    var second = search("owl", "&$top=5&$select=N&$filter=" + encoded("N ge 2") + "&$skip=" + next);

    assertThat(first.body())
        .contains("\"PartitionKey\":\"p\",\"RowKey\":\"2\",\"N\":2")
        .doesNotContain("Text", "Timestamp");
    assertThat(second.body()).contains("\"RowKey\":\"3\"").doesNotContain("\"RowKey\":\"2\"");
    assertThat(second.headers().firstValue("x-weir-search-next")).isEmpty();
  }

  @Test
  void linesEndWithWhatFollows() {
    var lines = lines("owl", "&$top=2");
    var rest = lines("owl", "&$skip=2");

    assertThat(lines.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/x-ndjson");
    assertThat(lines.body().lines())
        .hasSize(3)
        .last()
        .isEqualTo("{\"$more\":{\"lagMillis\":0,\"next\":2,\"returned\":2}}");
    assertThat(rest.body().lines())
        .hasSize(2)
        .last()
        .isEqualTo("{\"$end\":{\"lagMillis\":0,\"returned\":1}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$search=%22open|InvalidInput|at=0",
        "$search=a%20Missing:b|InvalidInput|at=2",
        "$search=|InvalidInput|blank",
        "$search=owl&$top=0|InvalidInput|top=0",
        "$search=owl&$top=1001|InvalidInput|to=1000",
        "$search=owl&$top=x|InvalidInput|integer",
        "$search=owl&$skip=10001|InvalidInput|to=10000",
        "$search=owl&$filter=N%20gt|InvalidInput|''",
        "$search=owl&$orderby=N|NotImplemented|$orderby"
      })
  void aBadSearchIsRefusedAndSaysWhy(String query, String code, String facts) {
    var answer = get(server, "/Strikes?" + query).send();

    assertThat(answer.statusCode()).isIn(400, 501);
    assertThat(code(answer)).isEqualTo(code);
    assertThat(answer.body()).contains(facts.replace("''", ""));
  }

  @Test
  void aTableWithoutSearchIsNotFound() {
    post(server, "/Tables", "{\"TableName\":\"Plain\"}").send();

    assertThat(code(get(server, "/Plain?$search=owl").send())).isEqualTo("ResourceNotFound");
    assertThat(code(get(server, "/Missing?$search=owl").send())).isEqualTo("TableNotFound");
    assertThat(code(declaration("GET", "/Plain", ""))).isEqualTo("ResourceNotFound");
    assertThat(code(declaration("GET", "/Missing", ""))).isEqualTo("TableNotFound");
    assertThat(code(declaration("PUT", "/Missing", DEFINITION))).isEqualTo("TableNotFound");
  }

  @Test
  void aDeclarationIsShownListedRebuiltAndDropped() {
    post(server, "/Tables", "{\"TableName\":\"Declared\"}").send();
    var declared = declaration("PUT", "/Declared", DEFINITION);
    assertThat(declared.statusCode()).isEqualTo(202);
    assertThat(declared.body())
        .startsWith("{\"table\":\"Declared\"," + DEFINITION.substring(1, DEFINITION.length() - 1));

    assertThat(declaration("GET", "/Declared", "").body())
        .contains(
            "\"state\":", "\"documents\":", "\"bytes\":", "\"lagMillis\":", "\"rebuilding\":");
    assertThat(get(server, "/$search").send().body())
        .contains("\"table\":\"Declared\"", "\"table\":\"Strikes\"");
    assertThat(declaration("POST", "/Declared", "").statusCode()).isEqualTo(202);
    assertThat(declaration("DELETE", "/Declared", "").statusCode()).isEqualTo(204);
    assertThat(code(declaration("DELETE", "/Declared", ""))).isEqualTo("ResourceNotFound");
    assertThat(get(server, "/$search").send().body()).doesNotContain("Declared");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "{\"properties\":[]}",
        "{\"properties\":[{}]}",
        "{\"properties\":[{\"name\":\"Text\",\"analyzer\":\"klingon\"}]}",
        "{\"properties\":[{\"name\":\"Text\",\"weight\":0}]}",
        "{\"properties\":[{\"name\":\"Text\",\"weight\":\"1\"}]}",
        "{\"properties\":[{\"name\":\"Text\",\"boost\":1}]}",
        "{\"properties\":[{\"name\":\"Text\"},{\"name\":\"Text\"}]}",
        "{\"properties\":[{\"name\":\"RowKey\"}]}",
        "{\"properties\":[{\"name\":\"Text\"}],\"more\":1}"
      })
  void aBadDeclarationIsRefusedAndTheEarlierOneStays(String body) {
    var answer = declaration("PUT", "/Strikes", body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(declaration("GET", "/Strikes", "").body()).contains(DEFINITION.substring(1, 60));
  }

  @Test
  void asManyPropertiesAsPermittedAreTakenAndOneMoreIsRefused() {
    post(server, "/Tables", "{\"TableName\":\"Wide\"}").send();

    assertThat(declaration("PUT", "/Wide", wide(16)).statusCode()).isEqualTo(202);
    assertThat(declaration("PUT", "/Wide", wide(17)).statusCode()).isEqualTo(400);
    declaration("DELETE", "/Wide", "");
  }

  private static String wide(int properties) {
    var names = new StringBuilder();
    for (var n = 0; n < properties; n++) {
      names.append(n == 0 ? "" : ",").append("{\"name\":\"P").append(n).append("\"}");
    }
    return "{\"properties\":[" + names + "]}";
  }

  @Test
  void theRightToQueryIsTheRightToSearch() {
    var reader = SharedAccessToken.ofTable("strikes", Map.of("sp", "r", "se", FAR));
    var writer = SharedAccessToken.ofTable("strikes", Map.of("sp", "a", "se", FAR));
    var path = "/Strikes?$search=";

    assertThat(unsigned(server, "GET", path + "owl&" + reader, "").send().body())
        .contains("\"RowKey\":\"1\"", "\"RowKey\":\"3\"");
    assertThat(unsigned(server, "GET", path + "owl&" + writer, "").send().statusCode())
        .isEqualTo(403);
    assertThat(unsigned(server, "GET", path + "nothing&" + writer, "").send().statusCode())
        .isEqualTo(403);
    assertThat(unsigned(server, "GET", path + "owl", "").send().statusCode()).isIn(401, 403);
    assertThat(
            unsigned(server, "GET", "/Strikes?comp=search&" + reader, "").send().statusCode())
        .isEqualTo(403);
    assertThat(unsigned(server, "GET", "/$search?" + reader, "").send().statusCode())
        .isEqualTo(403);
  }

  /**
   * Scores depend on the words of all entities, and the skip of the next page counts all matches.
   */
  @ParameterizedTest
  @ValueSource(strings = {"spk", "epk"})
  void aSignatureOfARangeOfKeysCannotSearch(String bound) {
    var ofRange = SharedAccessToken.ofTable("strikes", Map.of("sp", "r", "se", FAR, bound, "q"));

    var answer = unsigned(server, "GET", "/Strikes?$search=owl&" + ofRange, "").send();

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(code(answer)).isEqualTo("AuthorizationFailure");
    assertThat(answer.body()).doesNotContain("RowKey", "weir.score");
    assertThat(unsigned(server, "GET", "/Strikes?" + ofRange, "").send().statusCode())
        .isEqualTo(200); // it may query
  }

  @Test
  void anotherPartOfTheTableIsNotASearch() {
    var answer = request(server, "GET", "/Strikes?comp=acl&$search=owl", "")
        .signing("acl")
        .send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("SignedIdentifiers");
  }

  @Test
  void otherMethodsAreRefused() {
    assertThat(declaration("MERGE", "/Strikes", DEFINITION).statusCode()).isEqualTo(405);
    assertThat(post(server, "/$search", "{}").send().statusCode()).isEqualTo(405);
  }

  @Test
  void aServerWithoutSearchSaysSo() {
    try (var plain = TestServer.over(fixture.engine())) {
      var query = get(plain, "/Strikes?$search=owl").send();
      var declared = request(plain, "PUT", "/Strikes?comp=search", DEFINITION)
          .signing("search")
          .send();

      assertThat(query.statusCode()).isEqualTo(501);
      assertThat(code(query)).isEqualTo("NotImplemented");
      assertThat(code(declared)).isEqualTo("NotImplemented");
    }
  }

  private static HttpResponse<String> search(String words, String more) {
    return get(server, "/Strikes?$search=" + encoded(words) + more).send();
  }

  private static HttpResponse<String> lines(String words, String more) {
    return get(server, "/Strikes?$search=" + encoded(words) + more)
        .header("Accept", "application/x-ndjson")
        .send();
  }

  private static HttpResponse<String> declaration(String method, String table, String body) {
    return request(server, method, table + "?comp=search", body)
        .signing("search")
        .send();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static String code(HttpResponse<String> answer) {
    return answer.headers().firstValue("x-ms-error-code").orElse("");
  }
}
