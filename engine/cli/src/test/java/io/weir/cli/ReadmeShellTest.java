package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.cli.serve.RunningService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The shell blocks of the front page and of the command line's page run as they are shown, on a
 * machine with curl and openssl.
 */
final class ReadmeShellTest {

  private static final String ORIGIN = "http://127.0.0.1:10002";
  private static final String START = "java -jar engine/cli/target/weir.jar";

  @TempDir
  Path folder;

  @Test
  void requestsSignedByTheCommandLineSucceed() throws Exception {
    assumeTrue(has("curl", "--version"), "needs curl");
    var script = Readme.FRONT_PAGE.testedBlocks("sh");
    assertThat(script).hasSize(1).first().asString().contains(START, ORIGIN);

    try (var service = RunningService.start(folder)) {
      var printed =
          bash(script.get(0).replace(START, startOfThisBuild()).replace(ORIGIN, service.origin()));

      assertThat(printed)
          .contains("\"TableName\":\"Birds\"")
          .contains("\"Seen@odata.type\":\"Edm.DateTime\",\"Seen\":\"2026-01-02T03:04:05Z\"")
          .contains("{\"$end\":", "\"returned\":1}}")
          .doesNotContain("odata.error");
    }
  }

  @Test
  void requestsSignedByOpensslSucceed() throws Exception {
    assumeTrue(has("curl", "--version") && has("openssl", "version"), "needs curl and openssl");
    var script = Readme.COMMAND_LINE.testedBlocks("sh");
    assertThat(script).hasSize(1).first().asString().contains(ORIGIN);

    try (var service = RunningService.start(folder)) {
      var printed = bash(script.get(0).replace(ORIGIN, service.origin()));

      assertThat(printed)
          .contains("\"TableName\":\"Birds\"")
          .contains("\"Seen@odata.type\":\"Edm.DateTime\",\"Seen\":\"2026-01-02T03:04:05Z\"")
          .contains("\"value\":[{")
          .doesNotContain("odata.error");
    }
  }

  /** Starts the command line from the classes of this build. The jar is packed after the tests. */
  private static String startOfThisBuild() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    return "'%s' %s %s -cp '%s' io.weir.cli.Weir"
        .formatted(
            java,
            BriefJvm.QUICK,
            String.join(" ", BriefJvm.UNVERIFIED),
            System.getProperty("java.class.path"));
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
