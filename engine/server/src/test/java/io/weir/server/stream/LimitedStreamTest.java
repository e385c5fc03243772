package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import io.weir.server.request.StreamLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stream that reaches its limit says where to continue. A stream with a limited rate is that
 * slow.
 */
final class LimitedStreamTest {

  private static final TableName TABLE = new TableName("Numbers");
  private static final int ENTITIES = 300;
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Pattern MORE =
      Pattern.compile("\\{\"\\$more\":\\{\"resume\":\"([^\"]+)\",\"returned\":([0-9]+)}}");
  private static final Pattern ROW_KEY = Pattern.compile(".*\"RowKey\":\"([0-9]+)\".*");

  /** Room for ten entities. */
  private static final long BYTES = 10L * FrameEncoder.entityFrameBytes(entity(0));

  private static final ModelTableService TABLES = new ModelTableService();
  private static TestServer server;
  private static TestServer limited;

  @BeforeAll
  static void start() {
    TABLES.createTable(TABLE).block();
    IntStream.range(0, ENTITIES)
        .forEach(number -> TABLES.write(TABLE, new Write.Insert(entity(number))).block());
    server = TestServer.over(TABLES);
    var streams = new StreamLimits(BYTES, Long.MAX_VALUE);
    limited = TestServer.over(
        TABLES, () -> true, ServerOptions.builder().port(0).streams(streams).build());
  }

  @AfterAll
  static void stop() {
    server.close();
    limited.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&unordered=true", "&$orderby=PartitionKey desc,RowKey desc"})
  void linesContinueFromTheEndOfALimitedStream(String order) {
    var whole = rowKeys(lines(server, order));
    var parts = new ArrayList<String>();
    var resume = "";
    for (var streams = 1; ; streams++) {
      var lines = lines(server, "&maxBytes=" + BYTES + order + resume);
      parts.addAll(rowKeys(lines));
      var more = MORE.matcher(lines.get(lines.size() - 1));
      if (!more.matches()) {
        assertThat(lines.get(lines.size() - 1)).startsWith("{\"$end\":");
        assertThat(streams).isEqualTo(1 + ENTITIES / 10);
        break;
      }
      assertThat(more.group(2)).isEqualTo("10");
      resume = "&resume=" + more.group(1);
    }

    assertThat(parts).containsExactlyElementsOf(whole).hasSize(ENTITIES);
  }

  @Test
  void anEntityLongerThanTheLimitIsStillSent() {
    var lines = lines(server, "&maxBytes=1");

    assertThat(rowKeys(lines)).hasSize(1);
    assertThat(lines.get(lines.size() - 1)).matches(MORE);
  }

  @Test
  void theLimitOfTheServiceAppliesToEveryRequest() {
    assertThat(rowKeys(lines(limited, ""))).hasSize(10);
    assertThat(rowKeys(lines(limited, "&maxBytes=1000000"))).hasSize(10);
    assertThat(rowKeys(lines(limited, "&maxBytes=" + BYTES / 2))).hasSize(5);
  }

  @ParameterizedTest
  @EnumSource
  void weirsClientContinuesAutomatically(Direction direction) {
    var client = Clients.of(limited.port());
    var query = ordered(direction);

    var items = client.stream(TABLE, query).collectList().blockOptional(SOON).orElseThrow();

    assertThat(keys(items)).containsExactlyElementsOf(keys(whole(query))).hasSize(ENTITIES);
    assertThat(((StreamItem.End) items.get(items.size() - 1)).report().returned())
        .isEqualTo(ENTITIES);
    assertThat(client.statistics().attempts()).isEqualTo(1 + ENTITIES / 10);
    Clients.close(client);
  }

  @Test
  void aTotalCoversAllPartsOfAStream() {
    var client = Clients.of(limited.port());

    var rows = client.query(TABLE, Query.ALL.top(20)).collectList().blockOptional(SOON);

    assertThat(rows.orElseThrow()).hasSize(20);
    Clients.close(client);
  }

  /** The first chunk is sent at once; the rest takes its time. */
  @ParameterizedTest
  @ValueSource(strings = {Dialect.NDJSON, Dialect.BINARY})
  void aStreamKeepsTheRequestedRate(String form) {
    var beganNanos = System.nanoTime();
    var body = TestRequest.get(server, "/Numbers()?bytesPerSecond=" + Dialect.SLOWEST_RATE)
        .header("Accept", form)
        .send()
        .body();
    var seconds = (System.nanoTime() - beganNanos) / 1e9;

    var paced = body.length() - 2 * StreamChunkLength.LONGEST_BYTES;
    assertThat(paced).isPositive();
    assertThat(seconds).isGreaterThan((double) paced / Dialect.SLOWEST_RATE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"maxBytes=0", "maxBytes=-1", "maxBytes=much", "bytesPerSecond=65535"})
  void invalidLimitsAreRefused(String option) {
    var answer = TestRequest.get(server, "/Numbers()?" + option)
        .header("Accept", Dialect.NDJSON)
        .send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("InvalidInput");
  }

  private static Query ordered(Direction direction) {
    return switch (direction) {
      case ASCENDING -> Query.ALL;
      case DESCENDING -> Query.ALL.descending();
      case UNORDERED -> Query.ALL.unordered();
    };
  }

  private static List<StreamItem> whole(Query query) {
    return TABLES.stream(TABLE, query).collectList().blockOptional(SOON).orElseThrow();
  }

  private static List<String> keys(List<StreamItem> items) {
    return items.stream()
        .filter(StreamItem.Row.class::isInstance)
        .map(item -> ((StreamItem.Row) item).entity().rowKey())
        .toList();
  }

  private static List<String> lines(TestServer server, String options) {
    var query = ("?" + options.replaceFirst("^&", "")).replace(" ", "%20").replace("$", "%24");
    var answer = TestRequest.get(server, "/Numbers()" + query)
        .header("Accept", Dialect.NDJSON)
        .send();
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body().lines().toList();
  }

  private static List<String> rowKeys(List<String> lines) {
    return lines.stream()
        .map(ROW_KEY::matcher)
        .filter(matcher -> matcher.matches())
        .map(matcher -> matcher.group(1))
        .toList();
  }

  private static Entity entity(int number) {
    return Entity.builder("p", "%04d".formatted(number))
        .set("Text", "x".repeat(500))
        .build();
  }
}
