package io.weir.server.value;

import static io.weir.server.value.ValueClient.PHOTO;
import static io.weir.server.value.ValueClient.bytes;
import static io.weir.server.value.ValueClient.code;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.large.LargeValues;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import io.weir.testkit.Effort;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Values whose upload breaks off or exceeds a limit, whose rows are damaged, and whose reader
 * stops. The old value stays.
 */
@Tag(Effort.THOROUGHLY)
final class BrokenValuesTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final int CHUNK = LargeValues.LARGEST_CHUNK_BYTES;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SILENCE = Duration.ofMillis(400);
  private static final int LIMIT = 4 * CHUNK;

  /** Much more than the buffers of a connection, which grow to some MiB. */
  private static final int LONG = 64 * CHUNK;

  private static final int REQUESTS = 100;

  private final ScriptedTables tables = new ScriptedTables(new ModelTableService());
  private TestServer server;
  private ValueClient client;

  @BeforeEach
  void start() {
    tables.createTable(BIRDS).block(PATIENCE);
    serve(ServerOptions.builder().valueLimitBytes(LIMIT).readTimeout(SILENCE));
    client.put(PHOTO, bytes(3));
  }

  private void serve(ServerOptions.Builder options) {
    server = TestServer.over(tables, () -> true, options.port(0).build());
    client = new ValueClient(server, Version.HTTP_1_1);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aValueMayBeAsLongAsTheLimit(Version version) {
    client = new ValueClient(server, version);

    assertThat(client.put(PHOTO, bytes(LIMIT)).statusCode()).isEqualTo(204);
    assertThat(client.get(PHOTO).body()).isEqualTo(bytes(LIMIT));
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aLongerValueIsRefusedWhetherItSaysItsLengthOrNot(Version version) {
    client = new ValueClient(server, version);
    var undeclared = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes(LIMIT + 1)));

    assertThat(code(client.put(PHOTO, bytes(LIMIT + 1)))).isEqualTo("RequestBodyTooLarge");
    assertThat(client.send("PUT", PHOTO, undeclared).statusCode()).isEqualTo(413);

    assertThat(client.get(PHOTO).body()).hasSize(3);
    assertThat(rows()).as("nothing of it is left").hasSize(2);
  }

  @Test
  void anUploadCannotExceedTheLimitByItsParts() {
    var upload = client.begin();
    client.append(upload, 0, false, bytes(3 * CHUNK));

    assertThat(code(client.append(upload, 3 * CHUNK, true, bytes(CHUNK + 1))))
        .isEqualTo("RequestBodyTooLarge");
    assertThat(client.append(upload, 3 * CHUNK, true, bytes(CHUNK)).statusCode())
        .isEqualTo(204);
  }

  @Test
  void aBodyThatBreaksOffLeavesTheOldValueAndAnUpload() throws Exception {
    try (var socket = connect(head(4 * CHUNK))) {
      socket.getOutputStream().write(bytes(3 * CHUNK));
      assertThat(tables.stored.await(30, TimeUnit.SECONDS)).isTrue();
    }

    assertThat(client.get(PHOTO).body()).hasSize(3);
    var uploads = new String(client.get(PHOTO + "?comp=uploads").body(), UTF_8);
    assertThat(uploads).contains("\"offset\":" + 3 * CHUNK);
    var id = uploads.replaceAll(".*\"id\":\"([^\"]*)\".*", "$1");
    var rest = client.append(PHOTO + "?comp=upload&id=" + id, 3 * CHUNK, true, bytes(10));
    assertThat(rest.statusCode()).isEqualTo(204);
    assertThat(client.get(PHOTO).body()).hasSize(3 * CHUNK + 10);
  }

  @Test
  void aBodyThatStopsTimesOutAndLeavesTheOldValue() throws IOException {
    try (var socket = connect(head(4 * CHUNK))) {
      socket.getOutputStream().write(bytes(100));

      assertThat(statusLine(socket)).startsWith("HTTP/1.1 408 ");
    }
    assertThat(client.get(PHOTO).body()).hasSize(3);
  }

  @Test
  void aBodyThatTheServiceMakesWaitDoesNotTimeOut() throws Exception {
    tables.delay = SILENCE.multipliedBy(2);

    assertThat(client.put(PHOTO, bytes(4 * CHUNK)).statusCode()).isEqualTo(204);
  }

  @Test
  void aBodyWithoutLengthOrChunksIsRefused() throws IOException {
    var date = ValueClient.date();
    var path = "/" + AccountName.DEVELOPMENT + PHOTO;
    try (var socket = connect("PUT " + path + " HTTP/1.1\r\nHost: h\r\nx-ms-date: " + date
        + "\r\nAuthorization: " + ValueClient.KEY.authorizationLite(date, path, "") + "\r\n\r\n")) {
      assertThat(statusLine(socket)).startsWith("HTTP/1.1 411 ");
    }
  }

  @Test
  void aBusyShardMakesTheBodyWait() {
    tables.busy.set(3);

    assertThat(client.put(PHOTO, bytes(4 * CHUNK)).statusCode()).isEqualTo(204);

    assertThat(tables.busy.get()).isZero();
    assertThat(client.get(PHOTO).body()).isEqualTo(bytes(4 * CHUNK));
  }

  @Test
  void aBodyIsReadNoFasterThanItIsStored() throws IOException {
    server.close();
    serve(ServerOptions.builder().valueLimitBytes(LONG).readTimeout(SILENCE));
    tables.delay = Duration.ofDays(1);
    try (var socket = connect(head(LONG))) {
      socket.setSendBufferSize(64 * 1024);
      var sent = new AtomicLong();
      var sender = new Thread(() -> send(socket, sent));
      sender.start();

      awaitAtLeast(3L * CHUNK, sent);
      awaitStillness(sent);

      // a few chunks, and what the two ends of a connection buffer by themselves
      assertThat(sent.get()).isLessThan(LONG / 4);
      socket.close();
      join(sender);
    }
  }

  @Test
  void memoryForOneValueRefusesTheNextAtOnce() throws Exception {
    server.close();
    serve(ServerOptions.builder().bodyLimitBytes(64 << 10).memoryLimitBytes(4L << 20));
    try (var first = connect(head(3 * CHUNK))) {
      first.getOutputStream().write(bytes(CHUNK));
      awaitBusy();

      var refused = client.put(PHOTO, bytes(CHUNK));
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(client.get(PHOTO).statusCode()).as("a read needs none").isEqualTo(200);
      first.getOutputStream().write(bytes(2 * CHUNK));
      assertThat(statusLine(first)).startsWith("HTTP/1.1 204 ");
    }
    assertThat(statusOnceMemoryIsFree()).isEqualTo(204);
  }

  /** Memory is given back after the answer has left, so a request at once may still be refused. */
  private int statusOnceMemoryIsFree() {
    var until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    var status = client.put(PHOTO, bytes(CHUNK)).statusCode();
    while (status == 503 && System.nanoTime() - until < 0) {
      status = client.put(PHOTO, bytes(CHUNK)).statusCode();
    }
    return status;
  }

  @Test
  void aDamagedChunkAtTheBeginningIsAnError() {
    client.put(PHOTO, bytes(2 * CHUNK));
    damage("000000");

    assertThat(client.get(PHOTO).statusCode()).isEqualTo(500);
    assertThat(client.get(PHOTO, "Range", "bytes=" + CHUNK + "-").statusCode())
        .as("another chunk")
        .isEqualTo(206);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aDamagedChunkLaterCutsTheAnswer(Version version) {
    client.put(PHOTO, bytes(4 * CHUNK));
    damage("000003");
    client = new ValueClient(server, version);

    assertThatThrownBy(() -> client.get(PHOTO)).hasRootCauseInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void anotherDigestCutsTheAnswerBeforeItsLastByte(Version version) {
    client.put(PHOTO, bytes(2 * CHUNK));
    merge(Entity.builder("p", "r!photo").set("Sha256", "00".repeat(32)).build());
    client = new ValueClient(server, version);

    assertThatThrownBy(() -> client.get(PHOTO)).hasRootCauseInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aClientThatDoesNotReadStopsTheReadsOfTheTable(Version version) throws Exception {
    var client = longReader(version);
    var answer = client
        .http()
        .send(client.request("GET", PHOTO, BodyPublishers.noBody()), BodyHandlers.ofInputStream());
    try (var body = answer.body()) {
      body.readNBytes(10);
      awaitStillness(tables.read);

      assertThat(tables.read.get()).isLessThan(40);
      var rest = body.readAllBytes();
      assertThat(rest).hasSize(80 * CHUNK - 10);
    }
    assertThat(tables.read.get()).isEqualTo(80);
  }

  @Test
  void aClientThatLeavesEndsTheReadsOfTheTable() throws Exception {
    var client = longReader(Version.HTTP_1_1);
    var answer = client
        .http()
        .send(client.request("GET", PHOTO, BodyPublishers.noBody()), BodyHandlers.ofInputStream());
    answer.body().readNBytes(10);

    answer.body().close();

    assertThat(tables.cancelled.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(client.head(PHOTO).statusCode()).isEqualTo(200);
  }

  /** Stores a value that fits in no buffer of a connection. */
  private ValueClient longReader(Version version) {
    server.close();
    serve(ServerOptions.builder());
    client.put(PHOTO, bytes(80 * CHUNK));
    tables.read.set(0);
    return new ValueClient(server, version);
  }

  private void damage(String number) {
    var chunk = tables
        .query(BIRDS, Query.ALL)
        .filter(row -> row.rowKey().startsWith("~chunk!") && row.rowKey().endsWith(number))
        .blockFirst(PATIENCE);
    merge(Entity.builder("p", chunk.rowKey()).set("D0", new byte[64 * 1024]).build());
  }

  private void merge(Entity change) {
    tables.write(BIRDS, new Write.Update(change, WriteMode.MERGE, IfMatch.ANY)).block(PATIENCE);
  }

  private List<EntityKey> rows() {
    return tables.query(BIRDS, Query.ALL).map(Entity::key).collectList().block(PATIENCE);
  }

  /** Waits until the first upload holds its memory. */
  private void awaitBusy() {
    var ends = System.nanoTime() + PATIENCE.toNanos();
    while (client.put(PHOTO + "2", bytes(CHUNK)).statusCode() != 503) {
      assertThat(System.nanoTime()).isLessThan(ends);
    }
  }

  private void awaitAtLeast(long least, AtomicLong number) {
    var ends = System.nanoTime() + PATIENCE.toNanos();
    while (number.get() < least) {
      assertThat(client.head(PHOTO).statusCode()).isEqualTo(200);
      assertThat(System.nanoTime()).isLessThan(ends);
    }
  }

  /**
   * Returns when many requests, each of which takes several turns of the loops, have not changed
   * the number.
   */
  private void awaitStillness(AtomicLong number) {
    var ends = System.nanoTime() + PATIENCE.toNanos();
    for (var seen = -1L; seen != number.get(); ) {
      assertThat(System.nanoTime()).isLessThan(ends);
      seen = number.get();
      for (var i = 0; i < REQUESTS; i++) {
        assertThat(client.head(PHOTO).statusCode()).isEqualTo(200);
      }
    }
  }

  private static void send(Socket socket, AtomicLong sent) {
    var block = bytes(16 * 1024);
    try {
      while (sent.get() < LONG) {
        socket.getOutputStream().write(block);
        sent.addAndGet(block.length);
      }
    } catch (IOException closed) {
      sent.addAndGet(0);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Socket connect(String head) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.getOutputStream().write(head.getBytes(ISO_8859_1));
    return socket;
  }

  private static String head(int length) {
    var date = ValueClient.date();
    var path = "/" + AccountName.DEVELOPMENT + PHOTO;
    return "PUT " + path + " HTTP/1.1\r\nHost: h\r\nx-ms-date: " + date + "\r\nAuthorization: "
        + ValueClient.KEY.authorizationLite(date, path, "") + "\r\nContent-Length: " + length
        + "\r\n\r\n";
  }

  private static String statusLine(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1))
        .readLine();
  }
}
