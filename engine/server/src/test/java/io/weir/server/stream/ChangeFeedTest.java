package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.server.EngineServer;
import io.weir.server.TestRequest;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Change feeds through the server: as lines, as pages, and to Weir's own client over connections
 * that break.
 */
final class ChangeFeedTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern NEXT = Pattern.compile(".*\"next\":\"([^\"]+)\".*");

  @RegisterExtension
  static final EngineServer STORE = EngineServer.start();

  private TableName table = new TableName("Unset");

  @BeforeEach
  void create(TestInfo test) {
    table = new TableName("T" + Integer.toHexString(test.getDisplayName().hashCode()));
    tables().createTable(table).block(PATIENCE);
  }

  private static TableService tables() {
    return STORE.engine().account(AccountName.DEVELOPMENT);
  }

  private void upsert(int number) {
    tables()
        .write(table, new Write.Upsert(entity(number, number), WriteMode.REPLACE))
        .block(PATIENCE);
  }

  private static Entity entity(int row, int number) {
    return Entity.builder("p" + row % 7, "%03d".formatted(row))
        .set("N", number)
        .set("Text", "x".repeat(100))
        .build();
  }

  private Stream<String> lines(String options) throws IOException, InterruptedException {
    var signed = TestRequest.get(STORE.server(), "/" + table + "/$changes?" + options)
        .header("Accept", "application/x-ndjson");
    var request = HttpRequest.newBuilder(signed.uri());
    signed.headers().forEach((name, values) -> request.header(name, values.get(0)));
    var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofLines());
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void linesReportTheExistingEntitiesAndThenChangesAndRemovals() throws Exception {
    upsert(1);
    try (var lines = lines("from=beginning")) {
      var each = lines.filter(line -> !line.startsWith("{\"$checkpoint\"")).iterator();
      assertThat(each.next())
          .startsWith("{\"$change\":{\"table\":\"" + table + "\"")
          .contains("\"cause\":\"existing\"", "\"PartitionKey\":\"p1\"", "\"RowKey\":\"001\"")
          .contains("\"after\":{\"odata.etag\":");
      tables()
          .write(table, new Write.Delete(new EntityKey("p1", "001"), IfMatch.ANY))
          .block(PATIENCE);
      assertThat(each.next()).contains("\"cause\":\"write\"", "\"after\":null");
      tables().deleteTable(table).block(PATIENCE);
      assertThat(each.next()).startsWith("{\"$tableDropped\":{\"table\":\"" + table + "\"");
      assertThat(each.hasNext()).as("the feed ends with its table").isFalse();
    }
  }

  @Test
  void aClientThatDisconnectsLeavesTheFeed() throws Exception {
    try (var lines = lines("from=now")) {
      assertThat(lines.findFirst())
          .hasValueSatisfying(
              line -> assertThat(line).startsWith("{\"$checkpoint\":{\"token\":\""));
      assertThat(STORE.engine().store().feedUse().feeds()).isPositive();
    }
    for (var patience = 0;
        patience < 3000 && STORE.engine().store().feedUse().feeds() > 0;
        patience++) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    assertThat(STORE.engine().store().feedUse().feeds()).isZero();
  }

  @Test
  void pagesContinueFromEachOther() {
    upsert(1);
    upsert(2);

    var first = page("from=beginning&wait=1");
    assertThat(first).contains("\"RowKey\":\"001\"", "\"RowKey\":\"002\"");
    var next = next(first);
    upsert(3);
    var second = page("from=" + next + "&wait=30");

    assertThat(second).contains("\"RowKey\":\"003\"").doesNotContain("\"RowKey\":\"001\"");
    var empty = page("from=" + next(second) + "&wait=1");
    assertThat(empty).startsWith("{\"value\":[],\"next\":\"");
  }

  private String page(String options) {
    var answer =
        TestRequest.get(STORE.server(), "/" + table + "/$changes?" + options).send();
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static String next(String page) {
    var next = NEXT.matcher(page);
    assertThat(next.matches()).as(page).isTrue();
    return next.group(1);
  }

  @Test
  void aPageHoldsABatchWhole() {
    tables()
        .submit(
            table,
            new Batch(IntStream.range(0, 100)
                .mapToObj(row -> (Write)
                    new Write.Insert(Entity.builder("p", "%03d".formatted(row)).build()))
                .toList()))
        .block(PATIENCE);

    var page = page("from=2000-01-01T00:00:00Z&wait=5");

    assertThat(page).contains("\"RowKey\":\"000\"", "\"RowKey\":\"099\"");
  }

  @Test
  void pagesReportTheAskedPartitionGroupsOnly() {
    for (var row = 0; row < 14; row++) {
      upsert(row);
    }
    var all = page("from=beginning&wait=1");
    var group = Pattern.compile("\"group\":(\\d+)").matcher(all);
    assertThat(group.find()).isTrue();
    var number = group.group(1);

    var only = page("from=beginning&wait=1&groups=" + number);
    var others = page("from=beginning&wait=1&groups=!" + number);

    assertThat(only).contains("\"group\":" + number + ",");
    assertThat(others).doesNotContain("\"group\":" + number + ",");
    assertThat(rows(only) + rows(others)).isEqualTo(rows(all)).isEqualTo(14);
  }

  private static long rows(String page) {
    return Pattern.compile("\"cause\":").matcher(page).results().count();
  }

  @Test
  void wrongRequestsAreRefused() {
    assertThat(status("/" + table + "/$changes?from=yesterday!")).isEqualTo(400);
    assertThat(status("/" + table + "/$changes?from=AAAA")).isEqualTo(400);
    assertThat(status("/" + table + "/$changes?groups=1024")).isEqualTo(400);
    assertThat(status("/" + table + "/$changes?groups=1,,2")).isEqualTo(400);
    assertThat(status("/" + table + "/$changes?wait=0")).isEqualTo(400);
    assertThat(status("/" + table + "/$changes?wait=61")).isEqualTo(400);
    assertThat(status("/" + table + "/$changes?$top=1")).isEqualTo(501);
    assertThat(status("/Missing/$changes?wait=1")).isEqualTo(404);
  }

  private static int status(String resource) {
    return TestRequest.get(STORE.server(), resource).send().statusCode();
  }

  @Test
  void theClientReportsATableThatDoesNotExist() {
    var client = Clients.of(STORE.server().port());
    try {
      assertThatThrownBy(() -> client
              .changes(FeedScope.of(new TableName("Missing")), FeedStart.NOW)
              .blockFirst(PATIENCE))
          .isInstanceOf(NotFoundException.class);
    } finally {
      Clients.close(client);
    }
  }

  /**
   * A consumer behind connections that break at any byte holds what the table holds, and has seen
   * every write.
   */
  @Test
  void noChangeIsLostOverConnectionsThatBreak() throws IOException {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var writes = 3000;
    try (var proxy = new CuttingProxy(STORE.server().port(), 20, 60_000, random)) {
      var client = Clients.options(proxy.port())
          .retries(20)
          .firstBackoff(Duration.ofMillis(1))
          .longestBackoff(Duration.ofMillis(10))
          .connect();
      try {
        var held = new TreeMap<EntityKey, Integer>();
        Set<Integer> seen = new HashSet<>();
        var feed = client
            .changes(FeedScope.of(table).where(FilterParser.parse("N ge 0")), FeedStart.BEGINNING)
            .doOnNext(item -> apply(item, held, seen))
            .takeUntil(item -> seen.contains(writes - 1));
        var writing = Flux.range(0, writes)
            .concatMap(number -> tables()
                .write(table, new Write.Upsert(entity(number % 50, number), WriteMode.REPLACE)));

        feed.mergeWith(writing.then(Mono.empty())).then().block(PATIENCE);

        assertThat(held).as("seed=%d", seed).isEqualTo(stored());
        assertThat(seen).as("seed=%d", seed).containsAll(allSince(seen));
      } finally {
        Clients.close(client);
      }
    }
  }

  /**
   * Returns the numbers from the first that was seen: those before it were overwritten when the
   * feed began.
   */
  private static List<Integer> allSince(Set<Integer> seen) {
    var changed = seen.stream().sorted().toList();
    var all = new ArrayList<Integer>();
    for (var number = changed.get(Math.min(60, changed.size() - 1)); number < 3000; number++) {
      all.add(number);
    }
    return all;
  }

  private static void apply(FeedItem item, Map<EntityKey, Integer> held, Set<Integer> seen) {
    if (item instanceof FeedItem.Change change) {
      var number = change.after().orElseThrow().getInt32("N").orElseThrow();
      seen.add(number);
      held.merge(change.key(), number, Math::max);
    }
  }

  private Map<EntityKey, Integer> stored() {
    var stored = new TreeMap<EntityKey, Integer>();
    for (var entity : tables().query(table, Query.ALL).collectList().block(PATIENCE)) {
      stored.put(entity.key(), entity.getInt32("N").orElseThrow());
    }
    return stored;
  }
}
