package io.weir.server.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Write;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/**
 * Open pipelines on a plain HTTP/1.1 connection. Answers arrive while the body continues, and so
 * does the end.
 */
final class OpenPipelineTest {

  private static final Duration PATIENCE = Duration.ofMillis(1500);
  private static final String PATH = "/" + AccountName.DEVELOPMENT + "/Birds/";

  private final HeldTables tables = new HeldTables(new ModelTableService());
  private final FrameDecoder decoder = FrameDecoder.shaped();
  private TestServer server;
  private Socket socket;
  private DataInputStream answer;
  private boolean isWhole;

  @BeforeEach
  void start() {
    tables.createTable(new TableName("Birds")).block();
  }

  @AfterEach
  void stop() throws IOException {
    tables.letGo();
    socket.close();
    server.close();
  }

  @Test
  void eachOperationIsAnsweredBeforeTheNextIsSent() throws IOException {
    open(Dialect.WRITES, Duration.ofSeconds(30));
    for (var row = 0; row < 10; row++) {
      send(write(row));
      assertThat(next()).isInstanceOf(Frame.Result.class);
    }
    end();

    assertThat(next()).isNull();
  }

  @Test
  void theMostWritesRunAtTheSameTime() throws IOException {
    open(Dialect.WRITES, Duration.ofSeconds(30));
    tables.hold();
    var count = PipelineDialect.MOST_WRITES + 50;
    for (var row = 0; row < count; row++) {
      send(write(row));
    }
    end();
    Flux.interval(Duration.ofMillis(10))
        .filter(tick -> tables.begun() == PipelineDialect.MOST_WRITES)
        .blockFirst(Duration.ofSeconds(30));
    tables.letGo();

    for (var row = 0; row < count; row++) {
      assertThat(next()).isInstanceOf(Frame.Result.class);
    }
    assertThat(next()).isNull();
    assertThat(tables.most()).isEqualTo(PipelineDialect.MOST_WRITES);
  }

  @Test
  void anIdlePipelineEndsProperly() throws IOException {
    open(Dialect.READS, PATIENCE);
    send(key(1));
    assertThat(next()).isInstanceOf(Frame.Failure.class);

    assertThat(next()).isNull();
  }

  @Test
  void startedOperationsAreAnsweredBeforeTheEnd() throws IOException {
    open(Dialect.WRITES, PATIENCE);
    tables.hold();
    send(write(1));
    send(write(2));
    Flux.interval(Duration.ofMillis(10))
        .filter(tick -> tables.begun() == 2)
        .blockFirst(Duration.ofSeconds(30));
    var closing = CompletableFuture.runAsync(server::close);
    tables.letGo();

    assertThat(next()).isInstanceOf(Frame.Result.class);
    assertThat(next()).isInstanceOf(Frame.Result.class);
    assertThat(next()).isNull();
    closing.join();
  }

  /**
   * All operations have arrived when the pipeline ends. The client's authentication may no longer
   * cover them.
   */
  @Test
  void operationsNotStartedByTheEndAreIgnored() throws IOException {
    open(Dialect.WRITES, Duration.ofSeconds(30));
    tables.hold();
    send(IntStream.range(0, PipelineDialect.MOST_WRITES + 50)
        .mapToObj(OpenPipelineTest::write)
        .toArray(Frame[]::new));
    Flux.interval(Duration.ofMillis(10))
        .filter(tick -> tables.begun() == PipelineDialect.MOST_WRITES)
        .blockFirst(Duration.ofSeconds(30));
    var closing = server.beginClosing();
    tables.letGo();

    for (var row = 0; row < PipelineDialect.MOST_WRITES; row++) {
      assertThat(next()).isInstanceOf(Frame.Result.class);
    }
    assertThat(next()).isNull();
    assertThat(tables.begun()).isEqualTo(PipelineDialect.MOST_WRITES);
    closing.join();
  }

  @Test
  void aClosingServerEndsThePipelineAtOnce() throws Exception {
    open(Dialect.READS, Duration.ofSeconds(30));
    send(key(1));
    assertThat(next()).isInstanceOf(Frame.Failure.class);

    var closing = CompletableFuture.runAsync(server::close);

    assertThat(next()).isNull();
    socket.close();
    closing.get(30, TimeUnit.SECONDS);
  }

  @Test
  @Tag("torture")
  void aPipelineEndsAfterItsLongestDuration() throws IOException {
    open(Dialect.READS, Duration.ofMinutes(5));
    var began = System.nanoTime();
    var answered = 0;
    for (var isOver = false; !isOver; answered++) {
      send(key(answered));
      isOver = next() == null;
    }

    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isBetween(
            Duration.ofSeconds(Dialect.PIPELINE_SECONDS - 1),
            Duration.ofSeconds(Dialect.PIPELINE_SECONDS + 10));
    assertThat(answered).isGreaterThan(1);
  }

  private void open(String action, Duration readTimeout) throws IOException {
    server = TestServer.over(
        tables,
        () -> true,
        ServerOptions.builder().port(0).readTimeout(readTimeout).build());
    socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    answer = new DataInputStream(socket.getInputStream());
    socket.getOutputStream().write(head(PATH + action).getBytes(StandardCharsets.ISO_8859_1));
  }

  private void send(Frame... frames) throws IOException {
    var together = new ByteArrayOutputStream();
    for (var frame : frames) {
      together.writeBytes(FrameEncoder.encode(frame));
    }
    var bytes = together.toByteArray();
    var chunk = new ByteArrayOutputStream();
    chunk.writeBytes(line(Integer.toHexString(bytes.length)));
    chunk.writeBytes(bytes);
    chunk.writeBytes(line(""));
    socket.getOutputStream().write(chunk.toByteArray());
  }

  private void end() throws IOException {
    socket.getOutputStream().write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Returns the next answer; null at the proper end. */
  private @Nullable Frame next() throws IOException {
    var frame = decoder.next();
    while (frame == null) {
      var bytes = isWhole ? new byte[0] : nextBytes();
      if (bytes.length == 0) {
        assertThat(decoder.isBetweenFrames()).isTrue();
        return null;
      }
      decoder.feed(ByteBuffer.wrap(bytes));
      frame = decoder.next();
    }
    return frame;
  }

  /** Returns a chunk, empty at the end, or the whole body if it has a length. */
  private byte[] nextBytes() throws IOException {
    var line = readLine();
    if (line.startsWith("HTTP/1.1")) {
      assertThat(line).startsWith("HTTP/1.1 200");
      var length = head().get("content-length");
      isWhole = length != null;
      return answer.readNBytes(isWhole ? Integer.parseInt(length) : chunkBytes(readLine()));
    }
    return answer.readNBytes(chunkBytes(line.isEmpty() ? readLine() : line));
  }

  private Map<String, String> head() throws IOException {
    var fields = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (var line = readLine(); !line.isEmpty(); line = readLine()) {
      var colon = line.indexOf(':');
      fields.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    return fields;
  }

  private static int chunkBytes(String line) {
    return Integer.parseInt(line, 16);
  }

  private String readLine() throws IOException {
    var line = new StringBuilder();
    for (var next = answer.readUnsignedByte(); next != '\n'; next = answer.readUnsignedByte()) {
      line.append((char) next);
    }
    return line.toString().strip();
  }

  private static byte[] line(String text) {
    return (text + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Frame key(int row) {
    return new Frame.Key(new EntityKey("p", Integer.toString(row)));
  }

  private static Frame write(int row) {
    return new Frame.Change(
        new Write.Insert(Entity.builder("p", Integer.toString(row)).build()));
  }

  private static String head(String path) {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    return String.join(
        "\r\n",
        "POST " + path + " HTTP/1.1",
        "Host: test",
        "x-ms-date: " + date,
        "Authorization: " + key.authorizationLite(date, path, ""),
        "Content-Type: " + Dialect.BINARY,
        "Transfer-Encoding: chunked",
        "",
        "");
  }
}
