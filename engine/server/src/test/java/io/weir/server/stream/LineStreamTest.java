package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams as lines of JSON, read with the JDK's client as a script would. */
final class LineStreamTest {

  private static final TableName TABLE = new TableName("Numbers");
  private static final String NUMBERS = "/Numbers()";
  private static final Pattern RESUME =
      Pattern.compile("\\{\"\\$progress\":\\{\"resume\":\"([^\"]+)\".*");
  private static final Pattern ROW_KEY = Pattern.compile(".*\"RowKey\":\"([0-9]+)\".*");

  private static TestServer server;

  @BeforeAll
  static void start() {
    var tables = new ModelTableService();
    tables.createTable(TABLE).block();
    for (var number = 0; number < 500; number++) {
      tables.write(TABLE, new Write.Insert(entity(number))).block();
    }
    server = TestServer.over(tables);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachLineHoldsOneEntity(boolean isHttp2) {
    var request = TestRequest.get(server, NUMBERS);
    var answer = answer(isHttp2 ? request.overHttp2() : request);
    var lines = answer.lines();

    assertThat(answer.response().statusCode()).isEqualTo(200);
    assertThat(answer.response().headers().firstValue("Content-Type"))
        .hasValue("application/x-ndjson");
    assertThat(rowKeys(lines))
        .containsExactlyElementsOf(
            Stream.iterate(0, i -> i + 1).limit(500).map("%03d"::formatted).toList());
    assertThat(lines.get(0)).startsWith("{\"odata.etag\":").contains("\"N\":0").endsWith("}");
    assertThat(lines.get(lines.size() - 1))
        .isEqualTo(
            "{\"$end\":{\"plan\":\"TABLE_SCAN\",\"ranges\":1,\"scanned\":500,\"returned\":500}}");
  }

  @Test
  void filterSelectTotalAndOrderAreApplied() {
    var lines = get("?$filter=N ge 100&$select=N&$top=3&$orderby=PartitionKey desc,RowKey desc")
        .lines();

    assertThat(lines.stream().filter(line -> !line.startsWith("{\"$")))
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).contains("\"N\":").doesNotContain("\"PartitionKey\""));
    assertThat(lines.get(0)).contains("\"N\":499");
    assertThat(lines.get(lines.size() - 1)).startsWith("{\"$end\":");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "unordered=true", "$orderby=PartitionKey desc,RowKey desc"})
  void aStreamContinuesFromAnyProgressLine(String order) {
    var lines = get("?" + order).lines();
    var tokenAt = Stream.iterate(0, i -> i + 1)
        .filter(i -> lines.get(i).startsWith("{\"$progress\":"))
        .skip(3)
        .findFirst()
        .orElseThrow();
    var token = RESUME.matcher(lines.get(tokenAt));
    assertThat(token.matches()).isTrue();

    var rest = get("?" + order + "&resume=" + token.group(1)).lines();

    assertThat(rowKeys(rest))
        .containsExactlyElementsOf(rowKeys(lines.subList(tokenAt, lines.size())));
  }

  @Test
  void progressIsReportedWithoutMatches() {
    var lines = get("?$filter=N lt 0").lines();

    assertThat(rowKeys(lines)).isEmpty();
    assertThat(lines).anyMatch(line -> RESUME.matcher(line).matches());
    assertThat(lines.get(lines.size() - 1)).contains("\"scanned\":500,\"returned\":0");
  }

  @Test
  void aMalformedQueryIsRefusedBeforeTheFirstLine() {
    assertRefused("?resume=nonsense", 400, "InvalidInput");
    assertRefused("?$filter=N gt", 400, "InvalidInput");
    assertRefused("?$top=many", 400, "InvalidInput");
    assertRefused("?$orderby=N", 400, "orderBy=");
    assertRefused("?$skip=3", 501, "NotImplemented");
    assertRefused("?$count=true", 501, "NotImplemented");
    assertRefused("?$count=false", 501, "NotImplemented");
    assertRefused("?unordered=maybe", 400, "InvalidInput");
    assertRefused(
        "?unordered=true&$orderby=PartitionKey desc,RowKey desc", 400, "unordered expected=true");
  }

  @Test
  void anAbsentTableIsNotFound() {
    var answer = answer(TestRequest.get(server, "/Nowhere()"));

    assertThat(answer.response().statusCode()).isEqualTo(404);
    assertThat(answer.response().body()).contains("TableNotFound");
  }

  private void assertRefused(String query, int status, String code) {
    var answer = get(query);

    assertThat(answer.response().statusCode()).as(query).isEqualTo(status);
    assertThat(answer.response().body()).as(query).contains(code);
  }

  private static Answer get(String query) {
    return answer(TestRequest.get(server, NUMBERS + encoded(query)));
  }

  private static Answer answer(TestRequest request) {
    var response = request.header("Accept", "application/x-ndjson").send();
    return new Answer(response, response.body().lines().toList());
  }

  private static String encoded(String query) {
    return query.replace(" ", "%20").replace("$", "%24");
  }

  private static List<String> rowKeys(List<String> lines) {
    return lines.stream()
        .map(ROW_KEY::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .toList();
  }

  private static Entity entity(int number) {
    return Entity.builder("p", "%03d".formatted(number)).set("N", number).build();
  }

  private record Answer(HttpResponse<String> response, List<String> lines) {}
}
