package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cluster.Wire.Greeting;
import io.weir.testkit.FreePorts;
import java.io.IOException;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The door of the node b, which knows a and c, and links to it from others. */
abstract class OpenDoor {

  static final int MAX_BODY = 1 << 16;
  static final CopyCalls NO_COPIES =
      new CopyCalls(CopySource.NONE, () -> false, () -> "", () -> "", id -> false, () -> 0, 1);
  static final String SERVICE = "https://a.example:10002";

  final Scripted server = new Scripted();
  final List<NodeAddress> nodes = NodeAddress.list("a=h:1,c=h:2,b=127.0.0.1:" + FreePorts.next());

  @TempDir
  Path folder;

  ClusterOptions options;
  KnownFolders own;
  KnownFolders ofCaller;
  Roster roster;
  Members members;
  final Sockets plain = new Sockets(null);
  final Services services = new Services();
  Door door;

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

  Door door() throws IOException {
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

  ClusterOptions options(String node) {
    return ClusterOptions.of("birds", node, nodes, folder.resolve(node));
  }

  @AfterEach
  void close() throws IOException {
    server.mayAnswer.countDown();
    door.close();
  }

  PeerLink link(String cluster, String to) {
    return link(cluster, "groups=16", to);
  }

  PeerLink link(String cluster, String agreed, String to) {
    return link(new Greeting(cluster, agreed, "a", "folder-a", SERVICE, to, ""));
  }

  PeerLink link(Greeting greeting) {
    return new PeerLink(options.self(), () -> greeting, ofCaller, plain, MAX_BODY, 5_000, 60_000);
  }

  static RequestVoteRequestProto vote(long term) {
    return RequestVoteRequestProto.newBuilder().setCandidateTerm(term).build();
  }

  /** A server with an answer to each call; one of them waits until it may answer. */
  static final class Scripted implements RaftServerProtocol {

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
