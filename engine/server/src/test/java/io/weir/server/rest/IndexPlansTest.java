package io.weir.server.rest;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.EngineServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The plans that answers report, of queries that the engine answers through an index and without
 * one.
 */
class IndexPlansTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String INDEX = "/Birds?comp=index&name=byAge";
  private static final String FILTER = "$filter=Age%20eq%207";

  @RegisterExtension
  static final EngineServer running = EngineServer.start();

  @BeforeAll
  static void prepare() {
    post(running.server(), "/Tables", "{\"TableName\":\"Birds\"}").send();
    for (var i = 0; i < 30; i++) {
      var entity =
          "{\"PartitionKey\":\"p" + i % 3 + "\",\"RowKey\":\"" + i + "\",\"Age\":" + i + "}";
      post(running.server(), "/Birds", entity).send();
    }
    request(running.server(), "PUT", INDEX, "{\"properties\":[{\"name\":\"Age\"}]}")
        .signing("index")
        .send();
    var end = System.nanoTime() + PATIENCE.toNanos();
    while (!get(running.server(), INDEX).signing("index").send().body().contains("readable")) {
      assertThat(System.nanoTime()).as("backfill").isLessThan(end);
    }
  }

  @Test
  void theHeadersOfAPageAndOfACountNameTheIndex() {
    assertThat(plan("/Birds()?" + FILTER, "byAge")).contains(" index=byAge ");
    assertThat(plan("/Birds()/$count?" + FILTER, "byAge"))
        .contains(" index=byAge ")
        .endsWith("returned=1");
  }

  @Test
  void theHeadersOfAScanNameNoIndex() {
    assertThat(plan("/Birds()?" + FILTER, "-")).startsWith("path=TABLE_SCAN ranges=");
    assertThat(plan("/Birds()/$count?" + FILTER, "-")).startsWith("path=TABLE_SCAN ranges=");
  }

  @Test
  void aPageThatIsExplainedSaysWhyIndexesWereNotUsed() {
    assertThat(unused("$filter=Gr%C3%B6%C3%9Fe%20eq%201", "")).hasValue("byAge=first_property:Age");
    assertThat(unused(FILTER, "-")).hasValue("byAge=forbidden");
    assertThat(unused(FILTER, "byAge")).hasValue("");
    assertThat(get(running.server(), "/Birds()?" + FILTER)
            .send()
            .headers()
            .firstValue("x-weir-unused-indexes"))
        .isEmpty();
  }

  private static Optional<String> unused(String options, String index) {
    return get(running.server(), "/Birds()?" + options)
        .header("x-weir-index", index)
        .header("x-weir-explain", "true")
        .send()
        .headers()
        .firstValue("x-weir-unused-indexes");
  }

  @Test
  void theLastLineOfAStreamNamesTheIndex() {
    var lines = stream(FILTER + "&$orderby=Age%20desc", "byAge").body().lines().toList();
    var scanned = stream(FILTER, "-").body().lines().toList();

    assertThat(lines.get(lines.size() - 1)).contains("\"index\":\"byAge\"");
    assertThat(scanned.get(scanned.size() - 1))
        .startsWith("{\"$end\":{\"plan\":\"TABLE_SCAN\",\"ranges\":");
  }

  private static String plan(String resource, String index) {
    var answer = get(running.server(), resource).header("x-weir-index", index).send();
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.headers().firstValue("x-weir-plan").orElse("");
  }

  private static HttpResponse<String> stream(String options, String index) {
    return get(running.server(), "/Birds()?" + options)
        .header("Accept", "application/x-ndjson")
        .header("x-weir-index", index)
        .send();
  }
}
