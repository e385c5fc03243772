package io.weir.server.rest;

import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexState;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.server.EngineServer;
import io.weir.server.SharedAccessToken;
import io.weir.server.TestRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Flux;

/**
 * A signature for a range of keys receives the same answers from two tables that differ outside of
 * the range only. Each case is a row of {@code SIGNATURES.md}.
 */
final class RestrictedSignaturesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CALM = "Calmed";
  private static final String BUSY = "Bustle";
  private static final Map<String, String> RANGE =
      Map.of("sp", "raud", "se", "2099-01-01T00:00:00Z", "spk", "mine", "epk", "mine");

  /** More entities than are read without a look at the indexes. */
  private static final int INSIDE = 600;

  private static final int OUTSIDE = 300;

  @RegisterExtension
  static final EngineServer STORE = EngineServer.start();

  @BeforeAll
  static void prepare() {
    var tables = STORE.engine().account(AccountName.DEVELOPMENT);
    for (var name : new String[] {CALM, BUSY}) {
      var table = new TableName(name);
      tables.createTable(table).block(PATIENCE);
      tables.createIndex(table, IndexDefinition.of("byAge", "Age")).block(PATIENCE);
      awaitReadable(tables, table);
      store(tables, table, IntStream.range(0, INSIDE).mapToObj(i -> aged("mine", "r", i, 1)));
    }
    var busy = new TableName(BUSY);
    store(tables, busy, IntStream.range(0, OUTSIDE).mapToObj(i -> aged("secret", "anna", i, 7)));
    tables
        .consumers()
        .create(new ConsumerName("of-busy"), Optional.of(busy), FeedStart.NOW)
        .block(PATIENCE);
  }

  static void awaitReadable(TableService tables, TableName table) {
    tables
        .indexes(table)
        .repeatWhen(rounds -> rounds.delayElements(Duration.ofMillis(1)))
        .takeUntil(all -> all.stream().allMatch(each -> each.state() == IndexState.READABLE))
        .blockLast(PATIENCE);
  }

  private static void store(
      TableService tables, TableName table, java.util.stream.Stream<Entity> entities) {
    var lines = Flux.fromStream(entities.map(each -> BulkLine.of(new Write.Insert(each))));
    tables.bulk(table, lines).blockLast(PATIENCE);
  }

  private static Entity aged(String partition, String row, int number, int age) {
    return Entity.builder(partition, row + String.format("%03d", number))
        .set("Age", age)
        .build();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a page through an index that the planner may choose | GET | ()?$filter=Age%20eq%207&$select=Age | |",
        "a page through a forced index | GET | ()?$filter=Age%20eq%207&$select=Age | byAge |",
        "a page through an index that is absent | GET | ()?$filter=Age%20eq%207&$select=Age | none |",
        "the place after a page | GET | ()?$filter=Age%20ge%200&$select=Age&$top=600 | byAge |",
        "an or over indexes | GET | ()?$filter=Age%20eq%207%20or%20Age%20eq%208&$select=Age | |",
        "an order by an index | GET | ()?$filter=Age%20ge%200&$orderby=Age%20desc&$top=1&$select=Age | |",
        "a count | GET | ()/$count?$filter=Age%20eq%207 | |",
        "a count through a forced index | GET | ()/$count?$filter=Age%20eq%207 | byAge |",
        "a count of keys | GET | ()/$count?$filter=PartitionKey%20ge%20'a' | |",
        "a sum | GET | ()?$filter=Age%20ge%207&$apply=aggregate(Age%20with%20sum%20as%20Ages) | |",
        "a sum through a forced index | GET | ()?$filter=Age%20ge%207&$apply=aggregate(Age%20with%20sum%20as%20Ages) | byAge |",
        "groups | GET | ()?$apply=groupby((PartitionKey),aggregate($count%20as%20N)) | |",
        "a count beside a page | GET | ()?$filter=Age%20ge%200&$count=true&$top=1&$select=Age | |",
        "a stream | GET-LINES | ()?$filter=Age%20eq%207&$select=Age | |",
        "a stream through a forced index | GET-LINES | ()?$filter=Age%20eq%207&$select=Age | byAge |",
        "a stream in the order of an index | GET-LINES | ()?$filter=Age%20ge%200&$orderby=Age%20desc&$top=1&$select=Age | |",
        "a stream with a limit | GET-LINES | ()?$filter=Age%20ge%200&$orderby=PartitionKey%20desc&maxBytes=1&$select=Age | |",
        "a stream without order | GET-LINES | ()?$filter=Age%20eq%207&unordered=true&$select=Age | |",
        "an entity | GET | (PartitionKey='secret',RowKey='anna000') | |",
        "a conditional replacement | PUT | (PartitionKey='secret',RowKey='anna000') | | {\"Age\":1}",
        "an update | PATCH | (PartitionKey='secret',RowKey='anna000') | | {\"Age\":1}",
        "a removal | DELETE | (PartitionKey='secret',RowKey='anna000') | |",
        "an insert | POST | | | {\"PartitionKey\":\"secret\",\"RowKey\":\"anna000\"}",
        "a bulk insert | POST-LINES | /$bulk | | {\"$op\":\"insert\",\"PartitionKey\":\"secret\",\"RowKey\":\"anna000\"}",
        "a removal of a range | DELETE | ()?$filter=PartitionKey%20eq%20'secret' | |",
        "a large value | GET | (PartitionKey='secret',RowKey='anna000')/$value/x | |",
        "the uploads of a value | GET | (PartitionKey='secret',RowKey='anna000')/$value/x?comp=uploads | |",
        "the uploads of a partition | GET | /$uploads?partition=secret | |",
        "the indexes | GET | ?comp=index | |",
        "an index | PUT | ?comp=index&name=mine | | {\"properties\":[{\"name\":\"Age\"}]}",
        "the rule of expiry | GET | ?comp=expiry | |",
        "the settings of the feed | GET | ?comp=feed | |",
        "the access policies | GET | ?comp=acl | |",
        "the advice | GET | ?comp=advice | |",
      })
  void answersOfATableDoNotDependOnEntitiesOutsideOfTheRange(
      String door, String method, String resource, String index, String body) {
    assertThat(answer(BUSY, method, resource, index, body))
        .as(door)
        .isEqualTo(answer(CALM, method, resource, index, body));
    assertThat(outside()).as("nothing was removed").isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"/$consumers", "/$consumers('of-busy')", "/$consumers('of-none')"})
  void consumersAreNotTold(String resource) {
    assertThat(send(BUSY, "GET", resource, null, null).body())
        .doesNotContain("position")
        .doesNotContain("lag");
    assertThat(send(BUSY, "GET", "/$consumers('of-busy')", null, null).statusCode())
        .isEqualTo(send(BUSY, "GET", "/$consumers('of-none')", null, null).statusCode());
  }

  @Test
  void aJointReadOfAnEntityOutsideIsRefusedWhetherItExistsOrNot() {
    for (var row : new String[] {"anna000", "none"}) {
      var body = "{\"keys\":[{\"table\":\"" + BUSY + "\",\"PartitionKey\":\"secret\",\"RowKey\":\""
          + row + "\"}]}";
      assertThat(send(BUSY, "POST", "/$getAll", null, body).statusCode()).isEqualTo(403);
    }
  }

  /** Without a range the tables are told apart by each of these: the comparison can fail. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET | ()?$filter=Age%20eq%207&$select=Age&$top=1 | |",
        "GET | ()/$count?$filter=Age%20eq%207 | byAge |",
        "GET | ()?$apply=groupby((PartitionKey),aggregate($count%20as%20N)) | |",
        "GET-LINES | ()?$filter=Age%20eq%207&$select=Age | byAge |",
        "GET | (PartitionKey='secret',RowKey='anna000') | |",
      })
  void aSignatureForTheWholeTableSeesTheDifference(
      String method, String resource, String index, String body) {
    var whole = Map.of("sp", "r", "se", "2099-01-01T00:00:00Z");
    assertThat(answer(whole, BUSY, method, resource, index, body))
        .isNotEqualTo(answer(whole, CALM, method, resource, index, body));
  }

  private static Entity outside() {
    return STORE
        .engine()
        .account(AccountName.DEVELOPMENT)
        .get(new TableName(BUSY), new EntityKey("secret", "anna000"))
        .block(PATIENCE);
  }

  private static String answer(
      String table, String method, String resource, String index, String body) {
    return answer(RANGE, table, method, resource, index, body);
  }

  /**
   * Returns everything of an answer that may differ between two tables, except what differs between
   * two requests.
   */
  private static String answer(
      Map<String, String> terms,
      String table,
      String method,
      String resource,
      String index,
      String body) {
    var answer = send(terms, table, method, "/" + table + text(resource), index, body);
    var headers = answer.headers().map().entrySet().stream()
        .filter(header -> !header.getKey().matches("date|x-ms-request-id|content-length"))
        .map(Object::toString)
        .sorted()
        .collect(Collectors.joining("\n"));
    return (answer.statusCode() + "\n" + headers + "\n" + answer.body())
        .replaceAll("(?i)" + table, "TABLE")
        .replaceAll("datetime'[^']*'", "")
        .replaceAll("(?i)RequestId:[-0-9a-f]+", "")
        .replaceAll("Time:[-0-9T:.Z]+", "");
  }

  private static HttpResponse<String> send(
      String table, String method, String resource, String index, String body) {
    return send(RANGE, table, method, resource, index, body);
  }

  private static HttpResponse<String> send(
      Map<String, String> terms,
      String table,
      String method,
      String resource,
      String index,
      String body) {
    var verb = method.replace("-LINES", "");
    var token = SharedAccessToken.ofTable(table.toLowerCase(java.util.Locale.ROOT), terms);
    var target = resource + (resource.contains("?") ? "&" : "?") + token;
    TestRequest request = unsigned(STORE.server(), verb, target, text(body));
    if (!verb.equals(method)) {
      request
          .header("Accept", "application/x-ndjson")
          .header("Content-Type", "application/x-ndjson");
    }
    if (!text(index).isEmpty()) {
      request.header("x-weir-index", index);
    }
    if (verb.equals("PUT") && !resource.contains("comp=")) {
      request.header("If-Match", "*");
    }
    if (verb.equals("PATCH") || verb.equals("DELETE")) {
      request.header("If-Match", "*");
    }
    return request.send();
  }

  private static String text(String cell) {
    return cell == null ? "" : cell;
  }
}
