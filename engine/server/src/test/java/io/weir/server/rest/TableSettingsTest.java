package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.server.EngineServer;
import io.weir.server.operator.Signatures;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What all tables of an account declare, in one answer. */
class TableSettingsTest {

  private static final String FEED = ",\"feed\":{\"beforeImages\":false}";
  private static final String NEXT = "x-ms-continuation-NextTableName";

  @RegisterExtension
  static final EngineServer running = EngineServer.start();

  @BeforeAll
  static void create() {
    Stream.of("Indexed", "Plain", "Ruled")
        .forEach(name -> post(running.server(), "/Tables", "{\"TableName\":\"" + name + "\"}")
            .send());
    request(
            running.server(),
            "PUT",
            "/Indexed?comp=index&name=byAge",
            "{\"properties\":[{\"name\":\"Age\"}],\"where\":\"Name eq 'é'\"}")
        .signing("index")
        .send();
    request(running.server(), "PUT", "/Ruled?comp=expiry", "{\"age\":\"P7D\"}")
        .signing("expiry")
        .send();
  }

  @Test
  void eachTableIsAnsweredWithItsIndexesAndItsRuleOfExpiry() {
    var answer = settings("");

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.headers().firstValue(NEXT)).isEmpty();
    var index =
        get(running.server(), "/Indexed?comp=index&name=byAge").signing("index").send();
    assertThat(index.body()).contains("\"name\":\"byAge\"", "é");
    assertThat(answer.body())
        .startsWith("{\"value\":[{\"name\":\"Indexed\",\"indexes\":[{\"name\":\"byAge\",")
        .contains("Name eq 'é'")
        .endsWith("}],\"expiry\":null" + FEED + "},"
            + "{\"name\":\"Plain\",\"indexes\":[],\"expiry\":null" + FEED + "},"
            + "{\"name\":\"Ruled\",\"indexes\":[],\"expiry\":{\"age\":\"P7D\"}" + FEED + "}]}");
  }

  @Test
  void thePagesAreThoseOfTheListOfTables() {
    var first = settings("&$top=2");
    var token = first.headers().firstValue(NEXT).orElseThrow();
    var second = settings("&$top=2&NextTableName=" + token);
    var chosen = settings("&$filter=TableName%20ge%20'Plain'");

    assertThat(first.body()).contains("Indexed", "Plain").doesNotContain("Ruled");
    assertThat(second.body()).contains("Ruled").doesNotContain("Indexed", "Plain");
    assertThat(second.headers().firstValue(NEXT)).isEmpty();
    assertThat(chosen.body()).contains("Plain", "Ruled").doesNotContain("Indexed");
    assertThat(settings("&$top=1000").statusCode()).isEqualTo(200);
    assertThat(settings("&$top=1001").statusCode()).isEqualTo(400);
  }

  @Test
  void onlyTheAccountsKeyReadsThem() {
    var signature = Signatures.ofAccountWithAllPermissions();
    var path = "/Tables?comp=settings";

    assertThat(unsigned(running.server(), "GET", path, "").send().statusCode()).isEqualTo(403);
    var refused = unsigned(running.server(), "GET", path + "&" + signature, "").send();
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).doesNotContain("byAge");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE"})
  void otherMethodsAreRefusedAndChangeNothing(String method) {
    var answer = request(
            running.server(), method, "/Tables?comp=settings", "{\"TableName\":\"Made\"}")
        .signing("settings")
        .send();

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(settings("").body()).doesNotContain("Made");
  }

  @Test
  void anotherOptionIsRefused() {
    var answer = get(running.server(), "/Tables?comp=other").signing("other").send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("option=comp expected=settings");
  }

  @Test
  void afterTheLimitTablesAreNamedWithoutSettings() {
    var rule = ",\"indexes\":[],\"expiry\":{\"property\":\"At\"}";

    assertThat(listing(rule.length() + 1))
        .isEqualTo("{\"value\":[{\"name\":\"Aaa\"" + rule + "},{\"name\":\"Bbb\"" + rule
            + "},{\"name\":\"Ccc\"}]}");
    assertThat(listing(rule.length()))
        .isEqualTo(
            "{\"value\":[{\"name\":\"Aaa\"" + rule + "},{\"name\":\"Bbb\"},{\"name\":\"Ccc\"}]}");
  }

  private static String listing(int mostCharacters) {
    var listing = new TableSettings.Listing(mostCharacters);
    for (var name : List.of("Aaa", "Bbb", "Ccc")) {
      listing.add(new TableSettings.Settings(
          new TableName(name), List.of(), ",\"expiry\":{\"property\":\"At\"}"));
    }
    return listing.json();
  }

  private static HttpResponse<String> settings(String options) {
    return get(running.server(), "/Tables?comp=settings" + options)
        .signing("settings")
        .send();
  }
}
