package io.weir.cli.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code weir shards} of a running service. */
final class ShardsCommandTest {

  @TempDir
  Path folder;

  private RunningService service;

  @BeforeEach
  void start() throws IOException {
    service = RunningService.start(folder);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void theListHasALineForEachShardAndLoop() {
    var screen = shards(0, "list");

    assertThat(screen.out().lines().filter(line -> line.matches(" +\\d+ +\\d+ +\\d.*")))
        .hasSize(4);
    assertThat(screen.out()).containsPattern("loop 0: +[0-9.]+% of a core");
  }

  @Test
  void aWatchLooksSoManyTimes() {
    var screen = shards(0, "watch", "--every", "1", "--looks", "2");

    assertThat(screen.out().lines().filter(line -> line.startsWith("shard"))).hasSize(2);
  }

  @Test
  void aMoveNamesWhatItDid() {
    assertThat(shards(0, "move", "3", "0").out())
        .isEqualTo("Shard 3 runs on loop 0 from its next turn on.\n");
  }

  @Test
  void aShardThatDoesNotExistIsAnError() {
    assertThat(shards(ExitCode.FAILED, "move", "16", "0").err()).contains("InvalidInput");
  }

  @Test
  void aCommandWithoutAnActionSaysWhatIsMissing() {
    assertThat(new Transcript().run(Map.of(), "shards")).isEqualTo(ExitCode.WRONG_USAGE);
    shards(ExitCode.WRONG_USAGE, "watch", "--every", "0");
    shards(ExitCode.WRONG_USAGE, "watch", "--every", "3601");
    shards(ExitCode.WRONG_USAGE, "watch", "--looks", "-1");
  }

  private Transcript shards(int expected, String... more) {
    var command = new ArrayList<>(List.of("shards"));
    command.addAll(List.of(more));
    command.addAll(List.of("--endpoint", service.endpoint()));
    var screen = new Transcript();
    assertThat(screen.run(Map.of(), command.toArray(String[]::new)))
        .as(screen.err())
        .isEqualTo(expected);
    return screen;
  }
}
