package io.weir.cli.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server continues to serve while no program reads its log. */
final class UnreadLogTest {

  private static final String REQUEST = "GET /health HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final int AT_ONCE = 50;

  /**
   * Number of log lines, of more than 100 bytes each: far more than the log's own queue and a pipe
   * of 64 KiB hold.
   */
  private static final int LINES = 190 * AT_ONCE;

  @TempDir
  Path folder;

  @Test
  void requestsAreServedWhileTheLogIsNotRead() throws Exception {
    try (var server = ChildServer.startUnheard(
            folder.resolve("store"), "--access-log", "--partition-groups", "4");
        var client = new Socket(
            InetAddress.getLoopbackAddress(), URI.create(server.endpoint()).getPort())) {
      client.setSoTimeout(20_000);
      var answers = new BufferedReader(new InputStreamReader(client.getInputStream(), US_ASCII));

      for (var line = 0; line < LINES; line += AT_ONCE) {
        client.getOutputStream().write(REQUEST.repeat(AT_ONCE).getBytes(US_ASCII));
        awaitAnswers(answers);
      }

      try (var log = server.unreadLog()) {
        assertThat(log.lines().limit(AT_ONCE)).anyMatch(line -> line.contains("io.weir.access"));
      }
    }
  }

  private static void awaitAnswers(BufferedReader answers) throws IOException {
    for (var answered = 0; answered < AT_ONCE; ) {
      if (answers.readLine().endsWith("HTTP/1.1 200 OK")) {
        answered++;
      }
    }
  }
}
