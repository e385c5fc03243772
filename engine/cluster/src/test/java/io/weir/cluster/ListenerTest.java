package io.weir.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.cluster.Cluster.Node;
import io.weir.cluster.RecordedOutcome.State;
import io.weir.cluster.Wire.Greeting;
import io.weir.engine.consensus.Applied;
import io.weir.engine.consensus.ChangeRefused;
import io.weir.engine.consensus.ConsensusStatus.Change;
import io.weir.engine.consensus.ConsensusStatus.Peer;
import io.weir.engine.consensus.ConsensusStatus.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.proto.RaftProtos.RaftGroupIdProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.TermIndexProto;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that receives everything, counts towards no majority, and never leads. */
final class ListenerTest {

  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private final NodeAddress address = Cluster.address("l");

  @TempDir
  private Path folder;

  private Cluster cluster;
  private Node leader;
  private Applied first;

  @BeforeEach
  void startThreeNodes() {
    cluster = Cluster.start(folder, options -> options.withElectionTimeout(TIMEOUT));
    leader = cluster.leader();
    cluster.assertSameEntries(leader, "before");
    first = leader.member().entries().get(0).at();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** With a vote, four nodes would need three, and two of them would be no majority. */
  @Test
  void aListenerThatIsDownDelaysNoWriteAndReceivesAllOfThemLater() throws Exception {
    Node listener = add(address);
    assertThat(listener.consensus().status().role()).isEqualTo(Role.LISTENER);
    assertKept("with it");
    cluster.untilReceived(listener, "with it");
    Applied last = last(listener);
    cluster.stop(listener);
    Node dead = voterOtherThan(leader);
    cluster.stop(dead);

    assertKept("two of three voters");

    Node back = cluster.restart(address, last);
    assertThat(back.consensus().status().role()).isEqualTo(Role.LISTENER);
    cluster.untilReceived(back, "two of three voters");
    assertThat(back.member().has("with it")).isFalse(); // delivered before its stop
    assertThat(leader.consensus().status().peers())
        .extracting(Peer::id, Peer::votes)
        .contains(tuple("l", false))
        .contains(tuple(dead.id(), true));
  }

  /** Its part of the agreed log goes on after its store has failed. */
  @Test
  void aLeaderAsksWhatTheStoresHaveAndNotTheirLogs() throws Exception {
    Node listener = add(address);
    assertKept("before");
    cluster.untilReceived(listener, "before");
    long has = listener.member().appliedTicks();
    cluster.world.until("the leader knows what it has", () -> told(listener) == has);

    listener.member().failWith(new IllegalStateException("the store has failed"));
    assertKept("one");
    assertKept("two");

    long end = leader.consensus().status().committedIndex();
    cluster.world.until("its log has everything", () -> peer(listener).matchIndex() >= end);
    Node voter = voterOtherThan(leader);
    cluster.world.until(
        "the leader has asked again", () -> told(voter) == voter.member().appliedTicks());
    assertThat(told(listener)).isEqualTo(has);
  }

  private long told(Node node) {
    return peer(node).appliedTicks();
  }

  private Peer peer(Node node) {
    return leader.consensus().status().peers().stream()
        .filter(peer -> peer.id().equals(node.id()))
        .findAny()
        .orElseThrow();
  }

  /** It follows the next leader of the others, and never seeks to lead itself. */
  @Test
  void aListenerMakesNoMajorityOfOneVoterAndNeverLeads() throws Exception {
    Node listener = add(address);
    Node left = voterOtherThan(leader);
    Node stopped = cluster.others(leader).stream()
        .filter(n -> !n.equals(left) && !n.equals(listener))
        .toList()
        .get(0);
    long term = leader.term();
    cluster.stop(stopped);
    cluster.stop(leader);

    cluster.world.until(
        "the listener hears of no leader",
        () -> listener.consensus().status().leader() == null
            && listener.member().role().leader() == null);

    assertThat(left.leads()).isFalse();
    assertThat(listener.consensus().status().role()).isEqualTo(Role.LISTENER);
    assertVoteIsRefused(term + 10, left.id());
    assertThat(listener.consensus().status().term()).isEqualTo(term);

    cluster.start(stopped.id(), last(stopped));
    leader = cluster.leaderAfter(term);
    assertKept("next term");
    cluster.untilReceived(listener, "next term");
    cluster.world.until(
        "the listener names the leader",
        () -> Cluster.named(leader).equals(listener.member().role().leader()));
    assertThat(listener.member().roles()).noneMatch(RecordingMember.Role::leads);
  }

  @Test
  void aRemovedListenerSaysSoAlthoughItCallsNobody() throws Exception {
    Node listener = add(address);

    leader.consensus().remove("l"); // three voters stay, which is the least

    assertThat(outcome("l").state()).isEqualTo(Change.State.DONE);
    cluster.world.until(
        "the removed listener says so",
        () -> String.valueOf(listener.consensus().status().failure()).contains("was removed"));
    assertThat(leader.consensus().status().peers()).extracting(Peer::votes).containsOnly(true);
    cluster.stop(listener);
    assertKept("without it");
  }

  @Test
  void aNodeStaysWhatItBeganAs() throws Exception {
    cluster.join(address); // without a word of the leader: a voter

    leader.consensus().addListener("l", address.hostAndPort());

    assertThat(outcome("l").state()).isEqualTo(Change.State.REFUSED);
    assertThat(outcome("l").note()).contains("has begun as a voter", "another id");
    add(Cluster.address("m"));
    assertThatThrownBy(() -> leader.consensus().add("m", "h:1"))
        .isInstanceOf(ChangeRefused.class)
        .hasMessageContaining("is one of the cluster's");
  }

  /** Ratis alone would wait for the listener, and end what it is sent when the change fails. */
  @Test
  void votersChangeWhileAListenerOfThisTermIsDown() throws Exception {
    Node listener = add(address);
    Applied last = last(listener);
    cluster.stop(listener);
    leader.consensus().add("x", Cluster.address("x").hostAndPort());
    assertThat(outcome("x").state()).isEqualTo(Change.State.REFUSED);
    NodeAddress voter = Cluster.address("d");
    cluster.join(voter);

    leader.consensus().add("d", voter.hostAndPort());

    assertThat(outcome("d")).isEqualTo(new Change(true, "d", Change.State.DONE, ""));
    assertKept("with four voters");
    cluster.untilReceived(cluster.restart(address, last), "with four voters");
  }

  @Test
  void theFolderOfAStoppedListenerTellsItsClusterAndItsEntries() throws Exception {
    Node listener = add(address);
    assertKept("one");
    cluster.untilReceived(listener, "one");
    cluster.stop(listener);
    Path own = cluster.joining(address).folder();

    SurvivingNode survivor = SurvivingNode.read(own);

    assertThat(survivor.cluster()).isEqualTo("birds");
    assertThat(survivor.node()).isEqualTo("l");
    assertThat(survivor.listens()).isTrue();
    assertThat(survivor.others()).extracting(NodeAddress::id).containsExactly("a", "b", "c");
    assertThat(survivor.answering()).hasSize(3);
    assertThat(texts(survivor)).contains("one");
    cluster.stop(voterOtherThan(leader));
    assertThat(survivor.answering()).hasSize(2);
    assertThat(SurvivingNode.read(cluster.options(leader.id()).folder()).listens())
        .isFalse();
    assertThatThrownBy(() -> SurvivingNode.read(folder))
        .isInstanceOf(NodeUnusable.class)
        .hasMessageContaining("is not that of a node");
    tear(own, "one");
    assertThat(texts(survivor)).doesNotContain("one");
  }

  private static List<String> texts(SurvivingNode survivor) throws IOException {
    List<String> texts = new ArrayList<>();
    survivor.entries((at, content) -> texts.add(UTF_8.decode(content).toString()));
    return texts;
  }

  /** Changes the content of an entry, as a crash may that left a part of it. */
  private static void tear(Path own, String text) throws IOException {
    try (var all = Files.walk(own)) {
      for (Path log :
          all.filter(path -> path.getFileName().toString().startsWith("log_")).toList()) {
        byte[] bytes = Files.readAllBytes(log);
        int at = new String(bytes, ISO_8859_1).lastIndexOf(text);
        if (at >= 0) {
          bytes[at] = 'O';
          Files.write(log, bytes);
        }
      }
    }
  }

  private Node add(NodeAddress added) throws IOException, InterruptedException {
    leader.consensus().addListener(added.id(), added.hostAndPort());
    Node listener = cluster.joinWithCopy(added, first);
    assertThat(outcome(added.id())).isEqualTo(new Change(true, added.id(), Change.State.DONE, ""));
    return listener;
  }

  private Change outcome(String id) {
    cluster.world.until("the change of " + id + " has ended", () -> {
      Change now = leader.consensus().status().change();
      return now != null && now.node().equals(id) && now.state() != Change.State.RUNNING;
    });
    return leader.consensus().status().change();
  }

  private void assertKept(String text) {
    assertThat(cluster.propose(leader, text).await()).isEqualTo(State.KEPT);
  }

  private Node voterOtherThan(Node node) {
    return cluster.others(node).stream()
        .filter(other -> !other.id().equals("l"))
        .findFirst()
        .orElseThrow();
  }

  private Applied last(Node node) {
    List<RecordingMember.Entry> entries = node.member().entries();
    return entries.isEmpty() ? first : entries.get(entries.size() - 1).at();
  }

  /** Asks the listener for its vote, as a member would that takes it for a voter. */
  private void assertVoteIsRefused(long term, String candidate) throws IOException {
    ClusterOptions options = cluster.options(candidate);
    String own = new NodeIdentity(options).nameOf();
    RequestVoteRequestProto request = RequestVoteRequestProto.newBuilder()
        .setServerRequest(RaftRpcRequestProto.newBuilder()
            .setRequestorId(ByteString.copyFromUtf8(candidate))
            .setReplyId(ByteString.copyFromUtf8("l"))
            .setRaftGroupId(RaftGroupIdProto.newBuilder()
                .setId(RaftGroupId.valueOf(UUID.nameUUIDFromBytes("weir:birds".getBytes(UTF_8)))
                    .toByteString())))
        .setCandidateTerm(term)
        .setCandidateLastEntry(TermIndexProto.newBuilder().setTerm(term).setIndex(1 << 20))
        .build();
    try (Wire wire = new Wire(new Sockets(null).connect(address, 5_000), 1 << 20)) {
      wire.greet(new Greeting(
          options.cluster(), options.agreed(), candidate, own, options.service(), "l", ""));
      wire.send(Call.VOTE.code(), request);
      Wire.Frame answer = wire.receive();
      assertThat(answer.code() == Wire.DONE
              && RequestVoteReplyProto.parseFrom(answer.body()).getServerReply().getSuccess())
          .as("the vote is granted: %s", answer.body().toStringUtf8())
          .isFalse();
    }
  }
}
