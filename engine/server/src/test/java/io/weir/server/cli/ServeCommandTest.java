package io.weir.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service from its start line to its end. */
final class ServeCommandTest {

  private static final Pattern START = Pattern.compile(
      "Weir serves (http://127\\.0\\.0\\.1:\\d+/birds) \\(store (.*), durability sync, account birds\\)\\..*");

  @TempDir
  Path folder;

  @Test
  void theStartLineSaysWhereAndTheEndLeavesTheStoreToTheNext() throws Exception {
    for (var start = 0; start < 2; start++) {
      var lines = new PipedInputStream();
      var out = new PrintStream(new PipedOutputStream(lines), true, UTF_8);
      var serving = new FutureTask<>(() -> CommandLines.run(
          new Terminal(out, System.err, false),
          Map.of("WEIR_KEY", "a2V5", "WEIR_PARTITION_GROUPS", "1", "WEIR_LOOPS", "1"),
          "serve",
          "--data",
          folder.resolve("store").toString(),
          "--port",
          "0",
          "--account",
          "birds"));
      var thread = new Thread(serving);
      thread.start();

      var line = START.matcher(new BufferedReader(new InputStreamReader(lines, UTF_8)).readLine());
      assertThat(line.matches()).isTrue();
      assertThat(line.group(2)).isEqualTo(folder.resolve("store").toString());
      assertThat(status(line.group(1).replace("/birds", "/health"))).isEqualTo(200);
      assertThat(status(line.group(1) + "/Tables")).isEqualTo(403);

      thread.interrupt();
      assertThat(serving.get(1, TimeUnit.MINUTES)).isZero();
    }
  }

  private static int status(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
        .statusCode();
  }
}
