package io.weir.cluster;

import java.io.IOException;
import java.util.List;
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
import org.apache.ratis.thirdparty.com.google.protobuf.MessageLite;
import org.apache.ratis.thirdparty.com.google.protobuf.Parser;

/**
 * A kind of call that one node makes to another: those of Raft, and no other. Ratis's own servers
 * also take requests to change or delete a group.
 *
 * @param code on the wire
 * @param question reads the request
 * @param answer reads the reply
 * @param handler carries it out
 */
record Call<Q extends MessageLite, A extends MessageLite>(
    int code, Parser<Q> question, Parser<A> answer, Handler<Q, A> handler) {

  /** Carries out a call at the server that received it. */
  interface Handler<Q, A> {
    A handle(RaftServerProtocol server, Q question) throws IOException;
  }

  static final Call<RequestVoteRequestProto, RequestVoteReplyProto> VOTE = new Call<>(
      1,
      RequestVoteRequestProto.parser(),
      RequestVoteReplyProto.parser(),
      RaftServerProtocol::requestVote);

  static final Call<AppendEntriesRequestProto, AppendEntriesReplyProto> APPEND = new Call<>(
      2,
      AppendEntriesRequestProto.parser(),
      AppendEntriesReplyProto.parser(),
      RaftServerProtocol::appendEntries);

  static final Call<InstallSnapshotRequestProto, InstallSnapshotReplyProto> TELL_OF_CUT =
      new Call<>(
          3,
          InstallSnapshotRequestProto.parser(),
          InstallSnapshotReplyProto.parser(),
          RaftServerProtocol::installSnapshot);

  static final Call<StartLeaderElectionRequestProto, StartLeaderElectionReplyProto> START_ELECTION =
      new Call<>(
          4,
          StartLeaderElectionRequestProto.parser(),
          StartLeaderElectionReplyProto.parser(),
          RaftServerProtocol::startLeaderElection);

  private static final List<Call<?, ?>> ALL = List.of(VOTE, APPEND, TELL_OF_CUT, START_ELECTION);

  static Call<?, ?> of(int code) throws IOException {
    return ALL.stream()
        .filter(call -> call.code == code)
        .findAny()
        .orElseThrow(() -> new IOException("no such call code=" + code));
  }

  /** Reads a request, carries it out and returns the reply. */
  MessageLite answer(RaftServerProtocol server, ByteString request) throws IOException {
    return handler.handle(server, question.parseFrom(request));
  }
}
