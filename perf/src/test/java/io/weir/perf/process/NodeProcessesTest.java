package io.weir.perf.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeProcessesTest {

  @TempDir
  private Path folder;

  @Test
  void aStartThatFailsTellsWhyAndLeavesNothingBehind() throws IOException {
    var before = ProcessHandle.current().descendants().count();
    var broken = Surroundings.in(folder).with(List.of("-Xmx1"));

    assertThatThrownBy(() -> NodeProcesses.start(broken))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Too small maximum heap");

    assertThat(ProcessHandle.current().descendants().count()).isEqualTo(before);
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
