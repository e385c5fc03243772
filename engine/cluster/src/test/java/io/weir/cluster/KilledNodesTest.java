package io.weir.cluster;

import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Leaders are killed as processes. All nodes have the same in the end: what was kept, nothing that
 * was refused, and no gap within a term.
 */
@Tag(Effort.THOROUGHLY)
final class KilledNodesTest {

  @Test
  void nothingKeptIsLostWhenLeadersAreKilled(@TempDir Path folder)
      throws IOException, InterruptedException {
    int rounds = Effort.choose(3, 5, 200);
    try (KilledNodes nodes = new KilledNodes(folder, Duration.ofMillis(500))) {
      for (int i = 0; i < rounds; i++) {
        nodes.killTheLeader();
      }
      nodes.assertNothingIsLost();
    }
  }
}
