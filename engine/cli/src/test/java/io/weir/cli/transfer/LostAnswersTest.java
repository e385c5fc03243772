package io.weir.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.cli.StandIn;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import io.weir.cli.terminal.Persistence;
import io.weir.cli.terminal.SteppedTime;
import io.weir.client.WeirClient;
import io.weir.client.value.ValueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code weir value put} to a service that loses the answer to the last request, before or after it
 * has stored the file.
 */
final class LostAnswersTest {

  private static final String ID = "00000000-0000-0001-0000-000000000002";

  private final Transcript screen = new Transcript();
  private final AtomicInteger parts = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private StandIn service;
  private Path file;

  /** The SHA-256 of the stored value; empty while none is stored. */
  private volatile String stored = "";

  /** Whether the service stores the content whose answer it loses. */
  private volatile boolean stores = true;

  /** Happens when a part arrives. */
  private volatile Runnable onPart = () -> {};

  @TempDir
  Path folder;

  @BeforeEach
  void start() throws IOException {
    file = Files.write(folder.resolve("owl"), new byte[] {1, 2, 3});
    service = StandIn.on(threads, this::answer);
  }

  @AfterEach
  void stop() {
    service.close();
    threads.shutdownNow();
  }

  @Test
  void aStoredFileIsReportedAsStored() {
    assertThat(put()).as(screen.err()).isZero();

    assertThat(screen.out()).contains("stored, 3 bytes, as the service confirms");
    assertThat(parts).hasValue(1);
  }

  @Test
  void aStoredFileIsNotSentAgain() {
    assertThat(put("--resume")).as(screen.err()).isZero();

    assertThat(parts).hasValue(1);
  }

  @Test
  void anotherStoredValueIsAFailure() {
    stores = false;
    stored = "sha-256=:" + Base64.getEncoder().encodeToString(new byte[32]) + ":";

    assertThat(put()).isEqualTo(ExitCode.FAILED);

    assertThat(screen.out()).doesNotContain("stored");
  }

  @Test
  void sentBytesAreProgressThoughNoneIsStored() throws Exception {
    var time = new SteppedTime();
    var patience = Duration.ofMinutes(2);
    stores = false;
    onPart = () -> {
      time.pause(patience.plusNanos(1));
      stores = parts.get() > 1;
    };
    try (var client = WeirClient.builder().endpoint(endpoint()).retries(0).connect()) {
      var upload = new FileUpload(
          client.values(),
          new ValueName(new TableName("Birds"), new EntityKey("Owls", "1"), "photo"),
          file,
          new FileUpload.Terms("", Optional.empty()),
          screen.terminal());

      upload.run(new Persistence(true, patience, time, screen.terminal()), false);
    }

    assertThat(parts).hasValue(2);
  }

  private String endpoint() {
    return service.account();
  }

  private int put(String... options) {
    var arguments = new String[options.length + 9];
    System.arraycopy(options, 0, arguments, 9, options.length);
    var fixed = new String[] {
      "value", "put", "Birds", "Owls", "1", "photo", file.toString(), "--endpoint", endpoint()
    };
    System.arraycopy(fixed, 0, arguments, 0, fixed.length);
    return screen.run(Map.of(), arguments);
  }

  private void answer(HttpExchange exchange) throws IOException {
    var query = String.valueOf(exchange.getRequestURI().getRawQuery());
    try (exchange) {
      switch (exchange.getRequestMethod()) {
        case "POST" -> begin(exchange);
        case "PATCH" -> lose(exchange);
        case "GET" -> list(exchange);
        default -> head(exchange, query.contains("comp=upload"));
      }
    }
  }

  private static void begin(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Location", "/x?comp=upload&id=" + ID);
    exchange.sendResponseHeaders(201, -1);
  }

  private static void list(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write("{\"value\":[]}".getBytes(UTF_8));
  }

  /** Takes the content and closes the connection without an answer. */
  private void lose(HttpExchange exchange) throws IOException {
    parts.incrementAndGet();
    onPart.run();
    var content = exchange.getRequestBody().readAllBytes();
    if (stores) {
      stored = digest(content);
    }
  }

  private void head(HttpExchange exchange, boolean ofUpload) throws IOException {
    var headers = exchange.getResponseHeaders();
    var isUnfinished = stored.isEmpty() || !stores;
    if (ofUpload && isUnfinished) {
      headers.add("Upload-Offset", "0");
      exchange.sendResponseHeaders(204, -1);
    } else if (ofUpload || stored.isEmpty()) {
      headers.add("x-ms-error-code", "ResourceNotFound");
      exchange.sendResponseHeaders(404, -1);
    } else {
      headers.add("Repr-Digest", stored);
      headers.add("Content-Length", "3");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private static String digest(byte[] content) {
    try {
      var sha256 = MessageDigest.getInstance("SHA-256").digest(content);
      return "sha-256=:" + Base64.getEncoder().encodeToString(sha256) + ":";
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
