package io.weir.server.stream;

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

/** Requests of several reads, or of several writes, as they stand on the wire. What they ask is ASCII, so that a text can carry it. */
final class SeveralPartsTest {

  private static final TableName TABLE = new TableName("Birds");

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
  void asManyReadsAsThereMayBeAreAnsweredInTheirOrder() {
    var answers = frames(read(Dialect.MOST_PARTS, ""));

    assertThat(answers).hasSize(Dialect.MOST_PARTS);
    assertThat(answers.get(0)).isInstanceOf(Frame.Item.class);
    assertThat(answers.subList(1, answers.size()))
        .allSatisfy(answer -> assertThat(codeOf(answer)).isEqualTo("ResourceNotFound"));
  }

  /** Head, answers and end would otherwise be three writes to the socket, and as many wakes of the client. */
  @Test
  void answersThatAreThereTogetherLeaveAsAWhole() {
    assertThat(read(Dialect.MOST_PARTS, "").headers().firstValue("Content-Length"))
        .isPresent();
    assertThat(write(Dialect.MOST_PARTS).headers().firstValue("Content-Length")).isPresent();
  }

  @Test
  void oneReadMoreIsRefusedWithAll() {
    assertRefused(read(Dialect.MOST_PARTS + 1, ""));
  }

  @Test
  void asManyWritesAsThereMayBeAreCarriedOutEachByItself() {
    var answers = frames(write(Dialect.MOST_PARTS));

    assertThat(answers).hasSize(Dialect.MOST_PARTS);
    assertThat(codeOf(answers.get(0))).isEqualTo("EntityAlreadyExists");
    assertThat(answers.subList(1, answers.size()))
        .allSatisfy(answer -> assertThat(answer).isInstanceOf(Frame.Result.class));
    assertThat(tables.query(TABLE, Query.ALL).count().block()).isEqualTo(Dialect.MOST_PARTS);
  }

  @Test
  void oneWriteMoreIsRefusedWithAllAndNoneIsCarriedOut() {
    assertRefused(write(Dialect.MOST_PARTS + 1));

    assertThat(tables.get(TABLE, new EntityKey("p", "1")).blockOptional()).isEmpty();
  }

  @Test
  void aSelectionIsThatOfAllReads() {
    var answer = frames(read(1, "?$select=N")).get(0);

    var row = (StreamItem.Row) ((Frame.Item) answer).item();
    assertThat(row.entity().toMap()).containsOnlyKeys("N");
  }

  @Test
  void writesAreNoReads() {
    var writes = frames(3, row -> new Frame.Change(new Write.Insert(entity(row))));

    assertThat(post("$read", writes).statusCode()).isEqualTo(400);
  }

  @Test
  void aTableThatIsNotThereIsToldToEach() {
    tables.deleteTable(TABLE).block();

    assertThat(frames(read(2, "")))
        .hasSize(2)
        .allSatisfy(answer -> assertThat(codeOf(answer)).isEqualTo("TableNotFound"));
  }

  /** Whoever counts entities, or judges how long one takes, must not take these for requests of one. */
  @Test
  void theyAreCountedApartFromRequestsOfOne() throws Exception {
    frames(read(2, ""));
    frames(write(2));

    assertThat(requestsOf("GetEntities")).isEqualTo(1);
    assertThat(requestsOf("WriteEntities")).isEqualTo(1);
    assertThat(requestsOf("WriteEntity")).isZero();
  }

  /** An answer may arrive before its request is counted, which is then under way. */
  private long requestsOf(String operation) throws Exception {
    String page;
    do {
      page = HttpClient.newHttpClient()
          .send(HttpRequest.newBuilder(server.uri("/metrics")).build(), BodyHandlers.ofString())
          .body();
    } while (!page.contains("weir_requests_in_flight 1.0"));
    return Pattern.compile(
            "weir_requests_seconds_count\\{operation=\"" + operation + "\",.*} (\\d+)")
        .matcher(page)
        .results()
        .mapToLong(found -> Long.parseLong(found.group(1)))
        .sum();
  }

  private HttpResponse<byte[]> read(int count, String options) {
    return post(
        "$read" + options,
        frames(count, row -> new Frame.Key(new EntityKey("p", Integer.toString(row)))));
  }

  private HttpResponse<byte[]> write(int count) {
    return post("$write", frames(count, row -> new Frame.Change(new Write.Insert(entity(row)))));
  }

  private HttpResponse<byte[]> post(String action, String frames) {
    return TestRequest.post(server, "/Birds/" + action, frames)
        .header("Content-Type", Dialect.BINARY)
        .header("Accept", Dialect.BINARY)
        .sendForBytes();
  }

  private static void assertRefused(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(new String(response.body(), ISO_8859_1))
        .contains("InvalidInput")
        .contains("limit=" + Dialect.MOST_PARTS);
  }

  private static String frames(int count, IntFunction<Frame> frame) {
    return IntStream.range(0, count)
        .mapToObj(frame)
        .map(each -> new String(FrameEncoder.encode(each), ISO_8859_1))
        .collect(Collectors.joining());
  }

  private static List<Frame> frames(HttpResponse<byte[]> response) {
    assertThat(response.statusCode()).isEqualTo(200);
    var decoder = FrameDecoder.shaped();
    decoder.feed(ByteBuffer.wrap(response.body()));
    var frames = new ArrayList<Frame>();
    for (var next = decoder.next(); next != null; next = decoder.next()) {
      frames.add(next);
    }
    return frames;
  }

  private static String codeOf(Frame answer) {
    return ((Frame.Failure) answer).cause().code().code();
  }

  private static Entity entity(int row) {
    return Entity.builder("p", Integer.toString(row)).set("N", 1).set("More", 1).build();
  }
}
