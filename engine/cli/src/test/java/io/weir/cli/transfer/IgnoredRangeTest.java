package io.weir.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.weir.cli.StandIn;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code weir value get --resume} where something between it and the service does not do what
 * {@code Range} asks for.
 */
final class IgnoredRangeTest {

  private static final byte[] VALUE = new byte[100_000];

  static {
    for (var i = 0; i < VALUE.length; i++) {
      VALUE[i] = (byte) (i * 31);
    }
  }

  private final Transcript screen = new Transcript();
  private StandIn service;

  /**
   * The first byte that a request with a range gets with status 206; the whole value with status
   * 200 if negative.
   */
  private volatile int answered = -1;

  /** How many answers break off half-way. */
  private final AtomicInteger broken = new AtomicInteger();

  @TempDir
  Path folder;

  @BeforeEach
  void start() throws IOException {
    service = StandIn.at("/", this::answer);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void bytesThatTheFileHasAreDroppedWhenTheWholeValueIsAnswered() throws IOException {
    Files.write(part(), Arrays.copyOf(VALUE, 60_000));

    assertThat(get()).as(screen.err()).isZero();

    assertThat(folder.resolve("copy")).hasBinaryContent(VALUE);
    assertThat(part()).doesNotExist();
  }

  @Test
  void aWholeAnswerSurvivesAnotherInterruption() throws IOException {
    Files.write(part(), Arrays.copyOf(VALUE, 60_000));
    broken.set(2);

    assertThat(get()).as(screen.err()).isZero();

    assertThat(folder.resolve("copy")).hasBinaryContent(VALUE);
  }

  @Test
  void theRestIsAppended() throws IOException {
    Files.write(part(), Arrays.copyOf(VALUE, 60_000));
    answered = 60_000;

    assertThat(get()).as(screen.err()).isZero();

    assertThat(folder.resolve("copy")).hasBinaryContent(VALUE);
  }

  @Test
  void anotherPartIsNotAppended() throws IOException {
    Files.write(part(), Arrays.copyOf(VALUE, 60_000));
    answered = 60_001;

    assertThat(get()).isEqualTo(ExitCode.FAILED);

    assertThat(part()).hasBinaryContent(Arrays.copyOf(VALUE, 60_000));
    assertThat(screen.err()).contains("rest from byte 60000").contains("bytes 60001-99999/100000");
  }

  private Path part() {
    return folder.resolve("copy.part");
  }

  private int get() {
    var endpoint = service.account();
    return screen.run(
        Map.of("WEIR_ENDPOINT", endpoint),
        "value",
        "get",
        "Birds",
        "Owls",
        "1",
        "photo",
        "--output",
        folder.resolve("copy").toString(),
        "--resume");
  }

  private void answer(HttpExchange exchange) throws IOException {
    var headers = exchange.getResponseHeaders();
    headers.set("ETag", "\"1\"");
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.set("Repr-Digest", digest());
      headers.set("Content-Length", Integer.toString(VALUE.length));
      exchange.sendResponseHeaders(200, -1);
    } else if (answered >= 0) {
      headers.set("Content-Range", "bytes " + answered + "-99999/100000");
      send(exchange, 206, Arrays.copyOfRange(VALUE, answered, VALUE.length));
    } else {
      send(exchange, 200, VALUE);
    }
    exchange.close();
  }

  private void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length);
    var breaks = broken.getAndDecrement() > 0;
    exchange.getResponseBody().write(body, 0, breaks ? body.length / 2 : body.length);
    exchange.getResponseBody().flush();
  }

  private String digest() throws IOException {
    return FileDigest.of(Files.write(folder.resolve("value"), VALUE)).header();
  }
}
