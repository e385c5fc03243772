package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell of the front page, run as it stands there, where there are curl and openssl. */
final class ReadmeShellTest {

  @TempDir
  Path folder;

  @Test
  void everyLineDoesWhatItSays() throws Exception {
    assumeTrue(has("curl", "--version") && has("openssl", "version"), "needs curl and openssl");
    var script = Readme.testedBlocks("sh");
    assertThat(script).hasSize(1);

    try (var service = RunningService.start(folder)) {
      var printed = bash(script.get(0).replace("http://127.0.0.1:10002", service.origin()));

      assertThat(printed)
          .contains("\"TableName\":\"Birds\"")
          .contains("\"Seen@odata.type\":\"Edm.DateTime\",\"Seen\":\"2026-01-02T03:04:05Z\"")
          .contains("\"value\":[{")
          .doesNotContain("odata.error");
    }
  }

  private static String bash(String script) throws IOException, InterruptedException {
    var bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script)
        .redirectErrorStream(true)
        .start();
    bash.getOutputStream().close();
    var printed = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).as(printed).isZero();
    return printed;
  }

  private static boolean has(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(List.of(command))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
