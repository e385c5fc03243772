package io.weir.cli.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.terminal.BoundedLog;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers without a key do not fill the log of a server. */
final class FloodedLogTest {

  private static final int REQUESTS = 200;

  @TempDir
  Path folder;

  @Test
  void malformedRequestsAreLoggedUpToABoundAndCounted() throws Exception {
    try (var server =
        ChildServer.startUnheard(folder.resolve("store"), "--partition-groups", "4")) {
      var port = URI.create(server.endpoint()).getPort();
      for (var request = 0; request < REQUESTS; request++) {
        send(port, "GET /a b c HTTP/x\r\nHost: h\r\n\r\n");
      }
      server.terminate();

      List<String> lines;
      try (var log = server.unreadLog()) {
        lines = log.lines().toList();
      }
      assertThat(lines)
          .filteredOn(line -> line.contains("] Decoding failed: "))
          .hasSize(BoundedLog.MOST);
      assertThat(lines)
          .filteredOn(line -> line.contains("left out further lines of the last minute"))
          .singleElement()
          .asString()
          .contains("count=" + (REQUESTS - BoundedLog.MOST) + " like=\"Decoding failed: {}\"");
    }
  }

  /** Sends bytes and returns when the server has closed the connection. */
  private static void send(int port, String bytes) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }
}
