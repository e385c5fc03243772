package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
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
  void theStartLineNamesTheAddressAndTheStoreCanBeServedAgain() throws Exception {
    for (var start = 0; start < 2; start++) {
      try (var serving = ServingThread.start(
          folder.resolve("store"), Map.of("WEIR_KEY", "a2V5"), "--account", "birds")) {
        var line = START.matcher(serving.startLine());
        assertThat(line.matches()).as(serving.startLine()).isTrue();
        assertThat(line.group(2)).isEqualTo(folder.resolve("store").toString());
        assertThat(status(line.group(1).replace("/birds", "/health"))).isEqualTo(200);
        assertThat(status(line.group(1) + "/Tables")).isEqualTo(403);
      }
    }
  }

  private static int status(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
        .statusCode();
  }
}
