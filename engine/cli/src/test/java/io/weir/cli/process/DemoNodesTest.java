package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.Effort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo with nodes, as a person starts it. */
@Tag(Effort.THOROUGHLY)
final class DemoNodesTest {

  @Test
  void theDemoKillsTheLeaderAndLosesNothing(@TempDir Path folder) throws Exception {
    var log = folder.resolve("log");
    var demo = ChildServer.weir(
        log,
        List.of("-Xmx256m"),
        List.of(
            "demo", "--nodes", "3", "--once", "--data", folder.resolve("nodes").toString()));

    assertThat(demo.waitFor(5, TimeUnit.MINUTES)).isTrue();

    assertThat(Files.readString(log))
        .containsPattern("Kill     kill -9 of process \\d+: the node [abc] is gone")
        .containsPattern("Outage   \\d+\\.\\d\\d s until [abc] had taken the next write")
        .contains("Check    all 1,001 acknowledged entities are there")
        .containsPattern("Back     [abc] is started again, and follows [abc]");
    assertThat(demo.exitValue()).isZero();
  }
}
