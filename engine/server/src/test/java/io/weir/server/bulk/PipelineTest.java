package io.weir.server.bulk;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Pipelines with finished bodies, as they are sent. Keys are ASCII, so that a text can hold the
 * body.
 */
final class PipelineTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final int MANY = 500;

  private final ModelTableService tables = new ModelTableService();
  private TestServer server;

  @BeforeEach
  void start() {
    tables.createTable(TABLE).block();
    tables.write(TABLE, new Write.Insert(entity(0))).block();
    server = TestServer.over(tables);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void readsAreAnsweredInTheirOrder() {
    var answers = answers(post(Dialect.READS, reads(MANY)));

    assertThat(answers).hasSize(MANY);
    assertThat(answers.get(0)).isInstanceOf(Frame.Item.class);
    assertThat(answers.subList(1, MANY))
        .allSatisfy(answer -> assertThat(codeOf(answer)).isEqualTo("ResourceNotFound"));
  }

  @Test
  void eachWriteIsCarriedOutByItself() {
    var answers = answers(post(Dialect.WRITES, writes(MANY)));

    assertThat(answers).hasSize(MANY);
    assertThat(codeOf(answers.get(0))).isEqualTo("EntityAlreadyExists");
    assertThat(answers.subList(1, MANY))
        .allSatisfy(answer -> assertThat(answer).isInstanceOf(Frame.Result.class));
    assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(MANY);
  }

  @Test
  void aSelectionAppliesToAllReads() {
    var answer = answers(post(Dialect.READS + "?$select=N", reads(1))).get(0);

    var row = (StreamItem.Row) ((Frame.Item) answer).item();
    assertThat(row.entity().toMap()).containsOnlyKeys("N");
  }

  @Test
  void anUnreadableBodyIsRefused() {
    assertThat(post(Dialect.READS, writes(3)).statusCode()).isEqualTo(400);
    assertThat(post(Dialect.WRITES, "nonsense, and enough of it").statusCode()).isEqualTo(400);
  }

  @Test
  void anUnreadableFrameIsAnsweredInItsPlaceAndEndsThePipeline() {
    var answers = answers(post(Dialect.WRITES, write(1) + write(2) + key(3) + write(4)));

    assertThat(answers).hasSize(3);
    assertThat(answers.subList(0, 2))
        .allSatisfy(answer -> assertThat(answer).isInstanceOf(Frame.Result.class));
    assertThat(codeOf(answers.get(2))).isEqualTo("InvalidInput");
    assertThat(tables.get(TABLE, new EntityKey("p", "4")).blockOptional()).isEmpty();
  }

  @Test
  void aTruncatedFrameIsIgnored() {
    var two = write(1) + write(2);

    var answers = answers(post(Dialect.WRITES, two.substring(0, two.length() - 1)));

    assertThat(answers).hasSize(1);
    assertThat(tables.get(TABLE, new EntityKey("p", "2")).blockOptional()).isEmpty();
  }

  @Test
  void anEmptyPipelineHasAnEmptyAnswer() {
    assertThat(answers(post(Dialect.READS, ""))).isEmpty();
  }

  @Test
  void anAbsentTableFailsEachOperation() {
    tables.deleteTable(TABLE).block();

    assertThat(answers(post(Dialect.READS, reads(2))))
        .hasSize(2)
        .allSatisfy(answer -> assertThat(codeOf(answer)).isEqualTo("TableNotFound"));
  }

  @Test
  void aPipelineRequiresPost() {
    assertThat(TestRequest.get(server, "/Birds/" + Dialect.READS)
            .header("Content-Type", Dialect.BINARY)
            .sendForBytes()
            .statusCode())
        .isGreaterThanOrEqualTo(400);
  }

  @Test
  void theSecondaryTakesNoWritesInFrames() {
    for (var action :
        List.of("/Birds/" + Dialect.WRITES, "/Birds/" + Dialect.WRITE, "/" + Dialect.COMMITS)) {
      var answer = TestRequest.secondary(server, "POST", action, write(1))
          .header("Content-Type", Dialect.BINARY)
          .sendForBytes();

      assertThat(answer.statusCode()).as(action).isEqualTo(403);
    }
    assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(1);
  }

  /** Metrics by operation include the operations of pipelines. */
  @Test
  void metricsCountEachOperationAndThePipeline() throws Exception {
    answers(post(Dialect.READS, reads(3)));
    answers(post(Dialect.WRITES, writes(2)));

    var page = metrics();
    assertThat(count(page, "GetEntity", 200)).isEqualTo(1);
    assertThat(count(page, "GetEntity", 404)).isEqualTo(2);
    assertThat(count(page, "WriteEntity", 409)).isEqualTo(1);
    assertThat(count(page, "WriteEntity", 200)).isEqualTo(1);
    assertThat(count(page, "PipelineOfReads", 200)).isEqualTo(1);
    assertThat(count(page, "PipelineOfWrites", 200)).isEqualTo(1);
  }

  /**
   * Returns the metrics. An answer may arrive before its request is counted, which is then in
   * progress.
   */
  private String metrics() throws Exception {
    String page;
    do {
      page = HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(server.uri("/metrics")).build(), BodyHandlers.ofString())
          .body();
    } while (!page.contains("weir_requests_in_flight 1.0"));
    return page;
  }

  private static long count(String page, String operation, int status) {
    return Pattern.compile("weir_requests_seconds_count\\{operation=\"" + operation + "\",status=\""
            + status + "\"} (\\d+)")
        .matcher(page)
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }

  private HttpResponse<byte[]> post(String action, String frames) {
    return TestRequest.post(server, "/Birds/" + action, frames)
        .header("Content-Type", Dialect.BINARY)
        .header("Accept", Dialect.BINARY)
        .sendForBytes();
  }

  private static String reads(int count) {
    return all(count, PipelineTest::key);
  }

  private static String writes(int count) {
    return all(count, PipelineTest::write);
  }

  private static String all(int count, IntFunction<String> frame) {
    return IntStream.range(0, count).mapToObj(frame).collect(Collectors.joining());
  }

  private static String key(int row) {
    return text(new Frame.Key(new EntityKey("p", Integer.toString(row))));
  }

  private static String write(int row) {
    return text(new Frame.Change(new Write.Insert(entity(row))));
  }

  private static String text(Frame frame) {
    return new String(FrameEncoder.encode(frame), ISO_8859_1);
  }

  private static List<Frame> answers(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    var decoder = FrameDecoder.shaped();
    decoder.feed(ByteBuffer.wrap(response.body()));
    var frames = new ArrayList<Frame>();
    for (var next = decoder.next(); next != null; next = decoder.next()) {
      frames.add(next);
    }
    assertThat(decoder.isBetweenFrames()).isTrue();
    return frames;
  }

  private static String codeOf(Frame answer) {
    return ((Frame.Failure) answer).cause().code().code();
  }

  private static Entity entity(int row) {
    return Entity.builder("p", Integer.toString(row)).set("N", 1).set("More", 1).build();
  }
}
