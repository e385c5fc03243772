package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service does not load that does not need it. */
final class LoadedClassesTest {

  @Test
  void aServiceOnItsOwnLoadsNothingOfTheAgreementBetweenNodes(@TempDir Path folder)
      throws Exception {
    var loaded = folder.resolve("loaded");
    try (var server = ChildServer.start(
        folder.resolve("store"), List.of("-Xmx256m", "-Xlog:class+load:file=" + loaded))) {
      assertThat(server.ready()).isEqualTo(200);
    }

    assertThat(Files.readAllLines(loaded))
        .anyMatch(line -> line.contains("io.weir.cli.serve.NodeOptions"))
        .noneMatch(line -> line.contains("org.apache.ratis"))
        .noneMatch(line -> line.contains("io.weir.cluster"));
  }
}
