package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.protocol.RaftPeer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With which members a node starts. */
final class FirstMembersTest {

  @TempDir
  private Path folder;

  @Test
  void theFirstStartOfAllIsThatOfTheOptions() throws IOException {
    assertThat(ids(read("a"), false)).containsExactly("a", "b", "c");
    assertThat(read("a").self()).hasToString("a=a.here:1");
    assertThat(read("a").others()).extracting(NodeAddress::id).containsExactly("b", "c");
  }

  @Test
  void aNodeThatWaitsUntilItIsAddedHasNone() throws IOException {
    assertThat(ids(read("a"), true)).isEmpty();
  }

  @Test
  void whatWasAgreedOnCountsAndNotTheOptions() throws IOException {
    Members.read(options("a")).note(4, MembersTest.configuration("a", "b", "c", "d"));

    assertThat(ids(read("a"), false)).containsExactly("a", "b", "c", "d");
    assertThat(read("a").self()).hasToString("a=a.example:7100");
    assertThat(read("a").others()).extracting(NodeAddress::id).containsExactly("b", "c", "d");
  }

  @Test
  void aListenerThatWaitsIsOneFromItsStart() throws IOException {
    assertThat(roles(read("a").peers(true, true))).containsExactly("a LISTENER");
  }

  @Test
  void aListenerStartsAsOneAmongTheMembersThatWereAgreedOn() throws IOException {
    RaftPeerProto listener = MembersTest.configuration("a").getPeers(0);
    RaftConfigurationProto agreed = MembersTest.configuration("b", "c", "d").toBuilder()
        .addListeners(listener)
        .build();
    Members.read(options("a")).note(4, agreed);

    assertThat(roles(read("a").peers(true, true)))
        .containsExactly("b FOLLOWER", "c FOLLOWER", "d FOLLOWER", "a LISTENER");
    assertThat(read("a").others()).extracting(NodeAddress::id).containsExactly("b", "c", "d");
  }

  private static List<String> roles(List<RaftPeer> peers) {
    return peers.stream()
        .map(peer -> peer.getId() + " " + peer.getStartupRole())
        .toList();
  }

  /** Its copy of the store ends before it became a member. */
  @Test
  void aNewNodeWithACopyWaitsForTheLeaderToo() throws IOException {
    Members.read(options("c")).note(4, MembersTest.configuration("a", "b", "d"));

    assertThat(ids(read("c"), true)).isEmpty();
  }

  private static List<String> ids(FirstMembers first, boolean joined) {
    return first.peers(joined, false).stream()
        .map(peer -> peer.getId().toString())
        .toList();
  }

  private FirstMembers read(String node) throws IOException {
    return FirstMembers.read(options(node));
  }

  private ClusterOptions options(String node) {
    return ClusterOptions.of(
        "birds", node, NodeAddress.list("a=a.here:1,b=b.here:1,c=c.here:1"), folder);
  }
}
