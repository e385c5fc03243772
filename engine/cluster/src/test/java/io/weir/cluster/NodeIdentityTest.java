package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.consensus.Applied;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder belongs to one node of one cluster. */
final class NodeIdentityTest {

  private static final String NODES = "a=h:1,b=h:2,c=h:3";

  @TempDir
  private Path folder;

  @Test
  void aFolderIsItsNodesForEver() throws IOException {
    identity("birds", "a").claim(Applied.NONE);

    assertThatCode(() -> identity("birds", "a").claim(new Applied(3, 100)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> identity("birds", "b").claim(Applied.NONE))
        .isInstanceOf(NodeUnusable.class)
        .hasMessageContaining("belongs to another node")
        .hasMessageContaining("node=a")
        .hasMessageContaining("Start this node with its own folder");
    assertThatThrownBy(() -> identity("fish", "a").claim(Applied.NONE))
        .hasMessageContaining("belongs to another node");
  }

  @Test
  void aStoreThatTookPartNeedsItsFolder() {
    assertThatThrownBy(() -> identity("birds", "a").claim(new Applied(3, 100)))
        .hasMessageContaining("the folder of its votes is gone")
        .hasMessageContaining("Put the folder back");
  }

  @Test
  void aNewNodeTakesNoFolderWithSomethingInIt() throws IOException {
    Files.writeString(folder.resolve("notes"), "");

    assertThatThrownBy(() -> identity("birds", "a").claim(Applied.NONE))
        .hasMessageContaining("must be empty");
  }

  @Test
  void aNodeThatDiedWhileItMarkedItsFolderStartsAgain() throws IOException {
    Files.writeString(folder.resolve("node.new"), "clu");

    assertThatCode(() -> identity("birds", "a").claim(Applied.NONE)).doesNotThrowAnyException();
  }

  private NodeIdentity identity(String cluster, String node) {
    return new NodeIdentity(ClusterOptions.of(cluster, node, NodeAddress.list(NODES), folder));
  }
}
