package io.weir.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cluster.Wire.Greeting;
import io.weir.testkit.FreePorts;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.AppendEntriesReplyProto;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotReplyProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteReplyProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionReplyProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.server.protocol.RaftServerProtocol;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls between two nodes: what is answered, what is refused, and what a waiting caller can do. */
final class DoorTest {

  private static final int MAX_BODY = 1 << 16;
  private static final CopyCalls NO_COPIES =
      new CopyCalls(CopySource.NONE, () -> false, () -> "", () -> "", 1);
  private static final String SERVICE = "https://a.example:10002";

  private final Scripted server = new Scripted();
  private final List<NodeAddress> nodes =
      NodeAddress.list("a=h:1,c=h:2,b=127.0.0.1:" + FreePorts.next());

  @TempDir
  private Path folder;

  private ClusterOptions options;
  private KnownFolders own;
  private KnownFolders ofCaller;
  private Roster roster;
  private Members members;
  private final Sockets plain = new Sockets(null);
  private final Services services = new Services();
  private Door door;

  @BeforeEach
  void open() throws IOException {
    options = options("b").withAgreed("groups=16");
    own = KnownFolders.read(options, "folder-b");
    ofCaller = KnownFolders.read(options("a"), "folder-a");
    roster = new Roster(options);
    members = Members.read(options);
    roster.begin(members);
    door = door();
    door.start();
  }

  private Door door() throws IOException {
    return new Door(
        options,
        new Loyalty(server, System::nanoTime, Duration.ZERO, true),
        plain,
        services,
        own,
        roster,
        NO_COPIES,
        Door.listen(options.self()),
        MAX_BODY);
  }

  private ClusterOptions options(String node) {
    return ClusterOptions.of("birds", node, nodes, folder.resolve(node));
  }

  @AfterEach
  void close() throws IOException {
    server.mayAnswer.countDown();
    door.close();
  }

  @Test
  void aCallIsAnsweredAndItsConnectionServesTheNext() throws IOException {
    try (PeerLink link = link("birds", "b")) {
      for (long term = 1; term <= 3; term++) {
        assertThat(link.call(Call.VOTE, vote(term)).getTerm()).isEqualTo(term + 100);
      }
    }
  }

  @Test
  void aFailureOfTheNodeIsToldAndTheConnectionGoesOn() throws IOException {
    try (PeerLink link = link("birds", "b")) {
      assertThatThrownBy(() ->
              link.call(Call.START_ELECTION, StartLeaderElectionRequestProto.getDefaultInstance()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("node=b")
          .hasMessageContaining("no election today");
      assertThat(link.call(Call.VOTE, vote(1)).getTerm()).isEqualTo(101);
    }
  }

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
    roster.invite(NodeAddress.of("d", "h:4"));
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

      roster.invite(NodeAddress.of("d", "h:4")); // as if the log had told it

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
  void aNodeSaysWhereClientsReachIt() throws IOException {
    try (PeerLink link = link("birds", "b")) {
      link.call(Call.VOTE, vote(1));
    }

    assertThat(services.of("a")).contains(SERVICE);
    assertThat(services.named("a")).isEqualTo("a address=" + SERVICE);
    assertThat(services.named("c")).isEqualTo("c");
  }

  @Test
  void aNodeWithoutAnAddressForClientsIsForgotten() throws IOException {
    services.note("a", SERVICE);
    try (PeerLink link = link(new Greeting("birds", "groups=16", "a", "folder-a", "", "b", ""))) {
      link.call(Call.VOTE, vote(1));
    }

    assertThat(services.of("a")).isEmpty();
  }

  @Test
  void anAddressThatWouldSpoilALogLineIsRefused() {
    try (PeerLink link = link(
        new Greeting("birds", "groups=16", "a", "folder-a", "http://a\nreason=none", "b", ""))) {
      assertThatThrownBy(() -> link.call(Call.VOTE, vote(1)))
          .hasMessageContaining("the address for clients is damaged node=a");
    }
    assertThat(services.of("a")).isEmpty();
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

  @Test
  void whoSpeaksAnotherProtocolIsCutOff() throws IOException {
    try (Socket socket = plain.connect(options.self(), 5_000)) {
      socket.getOutputStream().write("\0\4GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));

      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void aFrameMayBeAsLongAsTheLimitAndNoLonger() throws IOException {
    try (PeerLink link = link("birds", "b")) {
      assertThat(link.call(Call.APPEND, appendOf(MAX_BODY)).getTerm()).isEqualTo(7);
      assertThatThrownBy(() -> link.call(Call.APPEND, appendOf(MAX_BODY + 1)))
          .isInstanceOf(IOException.class);
      assertThat(link.call(Call.VOTE, vote(1)).getTerm()).isEqualTo(101);
    }
  }

  /** A request that is so long as a message. */
  private static AppendEntriesRequestProto appendOf(int bytes) {
    int rest = bytes;
    AppendEntriesRequestProto request;
    do {
      request = AppendEntriesRequestProto.newBuilder()
          .setServerRequest(org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto.newBuilder()
              .setRequestorId(ByteString.copyFrom(new byte[rest])))
          .build();
      rest -= Math.max(1, request.getSerializedSize() - bytes);
    } while (request.getSerializedSize() > bytes);
    assertThat(request.getSerializedSize()).isEqualTo(bytes);
    return request;
  }

  @Test
  void anInterruptedCallerDoesNotWaitForTheAnswer() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    try (PeerLink link = link("birds", "b")) {
      Thread caller = new Thread(() -> {
        try {
          link.call(Call.TELL_OF_CUT, InstallSnapshotRequestProto.getDefaultInstance());
        } catch (java.io.InterruptedIOException expected) {
          over.countDown();
        } catch (IOException other) {
          throw new AssertionError(other);
        }
      });
      caller.start();
      assertThat(server.called.await(60, TimeUnit.SECONDS)).isTrue();

      caller.interrupt();

      assertThat(over.await(60, TimeUnit.SECONDS)).isTrue();
      caller.join();
    }
  }

  @Test
  void aNodeThatWasStartedAnewIsReachedAtTheSecondCall() throws IOException {
    try (PeerLink link = link("birds", "b")) {
      assertThat(link.call(Call.VOTE, vote(1)).getTerm()).isEqualTo(101);
      door.close();
      door = door();
      door.start();

      assertThatThrownBy(() -> link.call(Call.VOTE, vote(2))).isInstanceOf(IOException.class);
      assertThat(link.call(Call.VOTE, vote(3)).getTerm()).isEqualTo(103);
    }
  }

  private PeerLink link(String cluster, String to) {
    return link(cluster, "groups=16", to);
  }

  private PeerLink link(String cluster, String agreed, String to) {
    return link(new Greeting(cluster, agreed, "a", "folder-a", SERVICE, to, ""));
  }

  private PeerLink link(Greeting greeting) {
    return new PeerLink(options.self(), () -> greeting, ofCaller, plain, MAX_BODY, 5_000, 60_000);
  }

  private static RequestVoteRequestProto vote(long term) {
    return RequestVoteRequestProto.newBuilder().setCandidateTerm(term).build();
  }

  /** A server with an answer to each call; one of them waits until it may answer. */
  private static final class Scripted implements RaftServerProtocol {

    final CountDownLatch called = new CountDownLatch(1);
    final CountDownLatch mayAnswer = new CountDownLatch(1);

    @Override
    public RequestVoteReplyProto requestVote(RequestVoteRequestProto request) {
      return RequestVoteReplyProto.newBuilder()
          .setTerm(request.getCandidateTerm() + 100)
          .build();
    }

    @Override
    public AppendEntriesReplyProto appendEntries(AppendEntriesRequestProto request) {
      return AppendEntriesReplyProto.newBuilder().setTerm(7).build();
    }

    @Override
    public InstallSnapshotReplyProto installSnapshot(InstallSnapshotRequestProto request) {
      called.countDown();
      try {
        assertThat(mayAnswer.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return InstallSnapshotReplyProto.getDefaultInstance();
    }

    @Override
    public StartLeaderElectionReplyProto startLeaderElection(
        StartLeaderElectionRequestProto request) throws IOException {
      throw new IOException("no election today");
    }
  }
}
