package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script of {@code weir completion} completes commands, options and values in a shell. */
@EnabledOnOs({OS.LINUX, OS.MAC})
final class CompletionCommandTest {

  @TempDir
  Path folder;

  @ParameterizedTest
  @CsvSource({
    "weir imp, import",
    "weir search reb, rebuild",
    "weir import --dry, --dry-run",
    "weir query --descen, --descending"
  })
  void theShellCompletesWhatIsTyped(String typed, String completed) throws Exception {
    var screen = new Transcript();
    assertThat(screen.run(Map.of(), "completion")).isZero();
    var script = Files.writeString(folder.resolve("weir.bash"), screen.out());

    assertThat(completions(script, typed).split("\\s+")).contains(completed);
  }

  private static String completions(Path script, String typed)
      throws IOException, InterruptedException {
    var line = "source '" + script + "'; COMP_WORDS=(" + typed + "); COMP_CWORD="
        + (typed.split(" ").length - 1) + "; _complete_weir; echo ${COMPREPLY[@]}";
    var bash = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    var printed = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).as(printed).isZero();
    return printed;
  }
}
