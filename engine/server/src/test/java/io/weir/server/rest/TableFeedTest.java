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
import org.junit.jupiter.params.provider.ValueSource;

/** What a table keeps for its change feed over REST, and its effect on pages of changes. */
class TableFeedTest {

  private static final String DEFAULT = "{\"beforeImages\":false}";
  private static final String KEPT = "{\"beforeImages\":true}";

  @RegisterExtension
  static final EngineServer running = EngineServer.start();

  @BeforeEach
  void create() {
    request(running.server(), "DELETE", "/Tables('Brief')", "").send();
    post(running.server(), "/Tables", "{\"TableName\":\"Brief\"}").send();
  }

  @Test
  void aSettingIsReturnedAsItWasSet() {
    assertThat(current().body()).isEqualTo(DEFAULT);
    assertThat(set(KEPT).statusCode()).isEqualTo(204);

    assertThat(current().statusCode()).isEqualTo(200);
    assertThat(current().body()).isEqualTo(KEPT);
    assertThat(current().headers().firstValue("Content-Type")).hasValue("application/json");

    assertThat(clear().statusCode()).isEqualTo(204);
    assertThat(clear().statusCode()).isEqualTo(204);
    assertThat(current().body()).isEqualTo(DEFAULT);
    set(KEPT);
    assertThat(set(DEFAULT).statusCode()).isEqualTo(204);
    assertThat(current().body()).isEqualTo(DEFAULT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "{\"beforeImages\":1}",
        "{\"beforeImages\":\"true\"}",
        "{\"beforeImages\":null}",
        "{\"afterImages\":true}",
        "{\"beforeImages\":true,\"more\":1}"
      })
  void anInvalidSettingIsRefusedAndTheEarlierOneStays(String body) {
    set(KEPT);

    var answer = set(body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(code(answer)).isEqualTo("InvalidInput");
    assertThat(current().body()).isEqualTo(KEPT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE"})
  void aFeedOfAMissingTableIsNotFound(String method) {
    var answer = request(running.server(), method, "/Missing?comp=feed", KEPT)
        .signing("feed")
        .send();

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(code(answer)).isEqualTo("TableNotFound");
  }

  @Test
  void otherMethodsAndUnsignedRequestsAreRefused() {
    assertThat(post(running.server(), "/Brief?comp=feed", "{}")
            .signing("feed")
            .send()
            .statusCode())
        .isEqualTo(405);
    assertThat(unsigned(running.server(), "GET", "/Brief?comp=feed", "").send().statusCode())
        .isIn(401, 403);
  }

  @Test
  void pagesSayWhatWasStoredBeforeWhenItIsKnown() {
    var entity = "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"N\":%d}";
    var start = next(get(running.server(), "/Brief/$changes?from=now&wait=1").send());
    post(running.server(), "/Brief", entity.formatted(1)).send();
    var path = "/Brief(PartitionKey='p',RowKey='r')";
    request(running.server(), "PUT", path, entity.formatted(2)).send();
    set(KEPT);
    request(running.server(), "PUT", path, entity.formatted(3)).send();
    request(running.server(), "DELETE", path, "").header("If-Match", "*").send();
    post(running.server(), "/Brief", entity.formatted(4)).send();

    var changes = get(running.server(), "/Brief/$changes?from=" + start)
        .send()
        .body()
        .split("\\{\"\\$change\":");

    assertThat(changes).hasSize(6);
    assertThat(changes[1]).doesNotContain("\"before\"");
    assertThat(changes[2]).doesNotContain("\"before\"");
    assertThat(changes[3]).containsPattern("\"after\":\\{.*\"N\":3.*},\"before\":\\{.*\"N\":2}");
    assertThat(changes[4]).containsPattern("\"after\":null,\"before\":\\{.*\"N\":3}");
    assertThat(changes[5]).containsPattern("\"after\":\\{.*\"N\":4},\"before\":null}");
  }

  private static String next(HttpResponse<String> page) {
    return page.body().replaceAll("(?s).*\"next\":\"([^\"]+)\".*", "$1");
  }

  private static HttpResponse<String> set(String body) {
    return request(running.server(), "PUT", "/Brief?comp=feed", body)
        .signing("feed")
        .send();
  }

  private static HttpResponse<String> current() {
    return get(running.server(), "/Brief?comp=feed").signing("feed").send();
  }

  private static HttpResponse<String> clear() {
    return request(running.server(), "DELETE", "/Brief?comp=feed", "")
        .signing("feed")
        .send();
  }

  private static String code(HttpResponse<String> answer) {
    return answer.headers().firstValue("x-ms-error-code").orElse("");
  }
}
