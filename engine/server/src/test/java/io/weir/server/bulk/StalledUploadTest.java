package io.weir.server.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.SharedKey;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Uploads on a plain HTTP/1.1 connection. A client that owes bytes times out; a client that the
 * service makes wait does not.
 */
final class StalledUploadTest {

  private static final Duration PATIENCE = Duration.ofMillis(1500);
  private static final String PATH = "/" + AccountName.DEVELOPMENT + "/Birds/$bulk";

  private final HeldTables tables = new HeldTables(new ModelTableService());
  private TestServer server;
  private Socket socket;
  private BufferedReader answer;

  @BeforeEach
  void start() throws IOException {
    tables.createTable(new TableName("Birds")).block();
    server = TestServer.over(
        tables,
        () -> true,
        ServerOptions.builder()
            .port(0)
            .readTimeout(PATIENCE)
            .requestTimeout(PATIENCE)
            .build());
    socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    socket.setSoTimeout(20_000);
    answer = new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    send(head());
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
    server.close();
  }

  @Test
  void aStalledClientGetsItsResultsAndATimeout() throws IOException {
    sendLine(0);

    assertThat(next("$result")).contains("\"n\":0");
    assertThat(next("$error")).contains("OperationTimedOut").doesNotContain("\"n\":");
  }

  @Test
  void aClientThatSendsNoLineTimesOut() throws IOException {
    assertThat(next("HTTP/1.1")).startsWith("HTTP/1.1 408 ");
  }

  @Test
  void aClientThatTheServiceMakesWaitDoesNotTimeOut() throws IOException {
    tables.hold();
    for (var line = 0; line < 200; line++) {
      sendLine(line);
    }

    assertThat(pause(PATIENCE.multipliedBy(3).dividedBy(2))).isTrue();
    tables.letGo();
    send("0\r\n\r\n");

    assertThat(next("$end")).contains("\"done\":200");
  }

  /** Returns whether nothing arrives for this time. */
  private boolean pause(Duration time) throws IOException {
    socket.setSoTimeout((int) time.toMillis());
    answer.mark(1);
    try {
      var came = answer.read();
      answer.reset();
      return came < 0;
    } catch (SocketTimeoutException silent) {
      return true;
    } finally {
      socket.setSoTimeout(20_000);
    }
  }

  /** Returns the next line with this beginning, or the next line of JSON. */
  private String next(String beginning) throws IOException {
    for (var line = answer.readLine(); line != null; line = answer.readLine()) {
      if (line.startsWith(beginning) || line.startsWith("{\"" + beginning)) {
        return line;
      }
    }
    throw new AssertionError("The connection ended without line=" + beginning);
  }

  private void sendLine(int row) throws IOException {
    var line = "{\"PartitionKey\":\"p\",\"RowKey\":\"" + row + "\"}\n";
    send(Integer.toHexString(line.length()) + "\r\n" + line + "\r\n");
  }

  private void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String head() {
    var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Clock.systemUTC().instant().atOffset(ZoneOffset.UTC));
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    return String.join(
        "\r\n",
        "POST " + PATH + " HTTP/1.1",
        "Host: test",
        "x-ms-date: " + date,
        "Authorization: " + key.authorizationLite(date, PATH, ""),
        "Content-Type: " + Dialect.NDJSON,
        "Transfer-Encoding: chunked",
        "",
        "");
  }
}
