package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node tells a new one of the nodes' folders, and what the new one takes from it. */
final class KnownFoldersTest {

  @TempDir
  private Path folder;

  @Test
  void aNodeTellsItsOwnFolderAndThoseOfTheNodesThatItHasMet() throws IOException {
    KnownFolders folders = read("a");
    assertThat(folders.objection("c", "folder-c")).isEmpty();
    assertThat(folders.objection("b", "folder-b")).isEmpty();

    assertThat(folders.text()).isEqualTo("a=folder-a\nb=folder-b\nc=folder-c\n");
  }

  @Test
  void whatANodeIsToldCountsAlsoAfterARestart() throws IOException {
    read("d").learn("a=folder-a\nb=folder-b\n");

    for (KnownFolders each : new KnownFolders[] {read("d"), read("d")}) {
      assertThat(each.of("a")).isEqualTo("folder-a");
      assertThat(each.objection("b", "another"))
          .contains("the node b comes with another folder than before");
      assertThat(each.objection("b", "folder-b")).isEmpty();
    }
  }

  @Test
  void whatANodeHasMetItselfIsNotReplaced() throws IOException {
    KnownFolders folders = read("d");
    assertThat(folders.objection("a", "met")).isEmpty();

    folders.learn("a=told\nd=told\n");

    for (KnownFolders each : new KnownFolders[] {folders, read("d")}) {
      assertThat(each.of("a")).isEqualTo("met");
      assertThat(each.of("d")).as("its own is told by nobody").isEmpty();
      assertThat(each.text()).isEqualTo("a=met\nd=folder-d\n");
    }
  }

  @Test
  void whatIsNoListOfFoldersIsRefusedAsAWhole() throws IOException {
    KnownFolders folders = read("d");

    for (String damaged : new String[] {"c", "=folder-c", "c=", "c=x y"}) {
      assertThatThrownBy(() -> folders.learn("a=folder-a\n" + damaged + "\n"))
          .as(damaged)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the list of the nodes' folders is damaged");
      assertThat(read("d").of("a")).as(damaged).isEmpty();
    }
    assertThat(folders.of("a")).isEmpty();
  }

  private KnownFolders read(String node) throws IOException {
    ClusterOptions options = ClusterOptions.of(
        "birds", node, NodeAddress.list("a=h:1,b=h:2,c=h:3,d=h:4"), folder.resolve(node));
    return KnownFolders.read(options, "folder-" + node);
  }
}
