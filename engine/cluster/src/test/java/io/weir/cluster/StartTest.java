package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.consensus.Applied;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that cannot start says why and what to do, and leaves nothing open. */
final class StartTest {

  @TempDir
  private Path folder;

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    int port = FreePorts.next();
    try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertThatThrownBy(() -> start("a", "127.0.0.1:" + port))
          .isInstanceOf(UncheckedIOException.class)
          .hasCauseInstanceOf(NodeUnusable.class)
          .hasMessageContaining("cannot listen at its address a=127.0.0.1:" + port)
          .hasMessageContaining("Stop what listens there");
    }
    assertThat(folder.resolve("raft")).doesNotExist();

    start("a", "127.0.0.1:" + port).close();
  }

  @Test
  void aHostThatNobodyKnowsIsNamed() {
    assertThatThrownBy(() -> start("a", "no-such-host.invalid:7100"))
        .hasCauseInstanceOf(NodeUnusable.class)
        .hasMessageContaining(
            "no address is known for the host of the node a=no-such-host.invalid");
  }

  @Test
  void aFolderOfAnotherNodeIsRefused() {
    start("a", "127.0.0.1:" + FreePorts.next()).close();

    assertThatThrownBy(() -> start("b", "127.0.0.1:" + FreePorts.next()))
        .hasCauseInstanceOf(NodeUnusable.class)
        .hasMessageContaining("The folder belongs to another node");
  }

  @Test
  void aFolderThatIsAFileIsRefusedByName() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> start(file, "a", "127.0.0.1:" + FreePorts.next()))
        .hasCauseInstanceOf(NodeUnusable.class)
        .hasMessageContaining("file");
  }

  @Test
  void aNodeWhoseFolderIsLostTakesPartNoMoreAndSaysWhy() throws IOException {
    try (Cluster cluster = Cluster.start(folder)) {
      Cluster.Node leader = cluster.leader();
      cluster.assertSameEntries(leader, "before");
      Cluster.Node lost = cluster.others(leader).get(0);
      cluster.stop(lost);
      Files.move(folder.resolve(lost.id()), folder.resolve("lost"));

      Cluster.Node empty = cluster.start(lost.id(), Applied.NONE);

      cluster.world.until(
          "the node is told why it is refused",
          () -> String.valueOf(empty.consensus().status().failure())
              .contains("start it with that folder"));
      assertThat(cluster.propose(leader, "after").await()).isEqualTo(RecordedOutcome.State.KEPT);
      assertThat(empty.member().entries()).isEmpty();
      assertThat(empty.member().roles()).noneMatch(RecordingMember.Role::leads);
    }
  }

  private RatisConsensus start(String node, String address) {
    return start(folder.resolve("raft"), node, address);
  }

  private static RatisConsensus start(Path folder, String node, String address) {
    String others = List.of("a", "b", "c").stream()
        .filter(id -> !id.equals(node))
        .map(id -> id + "=127.0.0.1:" + FreePorts.next())
        .reduce("", (before, next) -> before + "," + next);
    var options =
        ClusterOptions.of("birds", node, NodeAddress.list(node + "=" + address + others), folder);
    var consensus = new RatisConsensus(options);
    consensus.start(new RecordingMember(new World()), Applied.NONE);
    return consensus;
  }
}
