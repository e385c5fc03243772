package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cluster.Wire.Greeting;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.junit.jupiter.api.Test;

/** Which callers a node admits, by cluster, settings, membership and folder. */
final class AdmissionTest extends OpenDoor {

  @Test
  void anotherClusterIsRefused() {
    try (PeerLink link = link("fish", "b")) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("refused")
          .hasMessageContaining("cluster=birds theirs=fish");
    }
  }

  @Test
  void aNodeWithOtherSettingsIsRefusedAndToldWhichOnes() {
    try (PeerLink link = link("birds", "groups=32", "b")) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("different settings node=b has=(groups=16) node=a has=(groups=32)");
    }
  }

  @Test
  void aCallForAnotherNodeIsRefused() {
    try (PeerLink link = link("birds", "c")) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("node=b wanted=c");
    }
  }

  @Test
  void aNodeThatIsNotOneOfThePeersIsRefused() {
    try (PeerLink link =
        link(new Greeting("birds", "groups=16", "d", "folder-d", SERVICE, "b", ""))) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("does not know a node of this name: d");
    }
  }

  @Test
  void aNodeThatIsBeingAddedMayCallUntilThatHasFailed() throws IOException {
    roster.invite(NodeAddress.of("d", "h:4"), false);
    try (PeerLink link = link(fromD())) {
      assertThat(link.call(Call.VOTE, vote(1)).getTerm()).isEqualTo(101);

      roster.uninvite();

      assertThatThrownBy(() -> link.call(Call.VOTE, vote(2)))
          .hasMessageContaining("does not know a node of this name: d");
    }
  }

  /** Its entries are in a log that this node has not received yet. */
  @Test
  void anUnknownNodeThatHasMetThisOneMayLeadItAndGetsNoVote() throws IOException {
    try (PeerLink link = link(fromD("folder-b"))) {
      assertThat(link.call(Call.APPEND, AppendEntriesRequestProto.getDefaultInstance())
              .getTerm())
          .isEqualTo(7);
      server.mayAnswer.countDown();
      link.call(Call.TELL_OF_CUT, InstallSnapshotRequestProto.getDefaultInstance());
      link.tell(Loyalty.RELEASE, Loyalty.release(1, "a"));
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("does not know a node of this name: d");
      assertThatThrownBy(() ->
              link.call(Call.START_ELECTION, StartLeaderElectionRequestProto.getDefaultInstance()))
          .hasMessageContaining("does not know a node of this name: d");
      for (int code : new int[] {CopyCalls.LIST, CopyCalls.READ, CopyCalls.MEMBERS}) {
        assertThatThrownBy(() -> link.tell(code, new byte[0]))
            .hasMessageContaining("does not know a node of this name: d");
      }

      roster.invite(NodeAddress.of("d", "h:4"), false); // as if the log had told it

      assertThat(link.call(Call.VOTE, vote(1)).getTerm()).isEqualTo(101);
    }
    assertThat(own.of("d")).isEqualTo("folder-d");
  }

  @Test
  void anUnknownNodeThatHasMetAnotherFolderIsRefused() throws IOException {
    for (String metWith : new String[] {"", "another"}) {
      try (PeerLink link = link(fromD(metWith))) {
        assertThatThrownBy(
                () -> link.call(Call.APPEND, AppendEntriesRequestProto.getDefaultInstance()))
            .as(metWith)
            .hasMessageContaining("does not know a node of this name: d");
      }
    }
    assertThat(own.of("d")).isEmpty();
    assertThat(own.refusal()).as("nobody that takes part has said so").isNull();
  }

  @Test
  void aRemovedNodeThatHasMetThisOneLeadsItNoMore() throws IOException {
    try (PeerLink link = link(fromD("folder-b"))) {
      link.call(Call.APPEND, AppendEntriesRequestProto.getDefaultInstance());
      members.note(3, MembersTest.configuration("a", "b", "c", "d"));
      members.note(7, MembersTest.configuration("a", "b", "c"));

      assertThatThrownBy(
              () -> link.call(Call.APPEND, AppendEntriesRequestProto.getDefaultInstance()))
          .hasMessageContaining("the node d was removed from the cluster");
    }
    try (PeerLink link = link(fromD("folder-b"))) {
      assertThatThrownBy(
              () -> link.call(Call.APPEND, AppendEntriesRequestProto.getDefaultInstance()))
          .hasMessageContaining("the node d was removed from the cluster");
    }
  }

  /** It could greet again with that name, and pass for a node that has met this one. */
  @Test
  void aRefusedCallerIsNotToldTheFolder() throws IOException {
    assertThat(answerTo("d"))
        .containsExactly(
            "",
            "node=b does not know a node of this name: d;"
                + " the leader adds it by 'weir cluster add'");
    assertThat(answerTo("a")).containsExactly("folder-b", "");
  }

  private List<String> answerTo(String from) throws IOException {
    try (Socket socket = plain.connect(options.self(), 5_000);
        var out = new DataOutputStream(socket.getOutputStream());
        var in = new DataInputStream(socket.getInputStream())) {
      for (String each : List.of(
          "weir-cluster/1", "birds", "groups=16", from, "folder-" + from, SERVICE, "b", "")) {
        out.writeUTF(each);
      }
      return List.of(in.readUTF(), in.readUTF());
    }
  }

  @Test
  void aRemovedNodeIsToldSoByName() {
    members.note(3, MembersTest.configuration("a", "b", "c", "d"));
    members.note(7, MembersTest.configuration("a", "b", "c"));
    try (PeerLink link = link(fromD())) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("the node d was removed from the cluster")
          .satisfies(failure ->
              assertThat(new Roster(ofD()).tellsRemoval((Exception) failure)).isTrue())
          .satisfies(failure ->
              assertThat(roster.tellsRemoval((Exception) failure)).as("of b").isFalse());
    }
  }

  private ClusterOptions ofD() {
    return ClusterOptions.of(
        "birds", "d", NodeAddress.list("a=h:1,b=h:2,d=h:4"), folder.resolve("d"));
  }

  private static Greeting fromD() {
    return fromD("");
  }

  private static Greeting fromD(String metWith) {
    return new Greeting("birds", "groups=16", "d", "folder-d", SERVICE, "b", metWith);
  }

  @Test
  void aNodeWhoseFolderWasLostIsRefusedByThoseThatHaveMetIt() throws IOException {
    try (PeerLink link = link("birds", "b")) {
      link.call(Call.VOTE, vote(1));
    }

    try (PeerLink link =
        link(new Greeting("birds", "groups=16", "a", "another", SERVICE, "b", ""))) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("the node a comes with another folder than before");
    }
  }

  @Test
  void aNodeThatWasMetWithAnotherFolderRefusesAndSaysSo() throws IOException {
    try (PeerLink link =
        link(new Greeting("birds", "groups=16", "a", "folder-a", SERVICE, "b", "earlier"))) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("node=b took part before with another folder");
    }
    assertThat(own.refusal()).contains("start it with that folder");
  }

  @Test
  void aFolderNameThatWouldSpoilTheFileIsRefused() throws IOException {
    try (PeerLink link =
        link(new Greeting("birds", "groups=16", "a", "x\nc=y", SERVICE, "b", ""))) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("the name of the folder is damaged node=a");
    }
    assertThat(own.of("a")).isEmpty();
    assertThat(own.of("c")).isEmpty();
  }

  @Test
  void aCallerRefusesANodeThatItHasMetWithAnotherFolder() throws IOException {
    assertThat(ofCaller.objection("b", "earlier")).isEmpty();
    try (PeerLink link = link("birds", "b")) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("the node b comes with another folder than before");
    }
  }

  @Test
  void whatIsKnownOfOthersOutlivesTheProcess() throws IOException {
    try (PeerLink link = link("birds", "b")) {
      link.call(Call.VOTE, vote(1));
    }

    KnownFolders again = KnownFolders.read(options, "folder-b");

    assertThat(again.of("a")).isEqualTo("folder-a");
    assertThat(again.of("c")).isEmpty();
    assertThat(KnownFolders.read(options("a"), "folder-a").of("b")).isEqualTo("folder-b");
  }
}
