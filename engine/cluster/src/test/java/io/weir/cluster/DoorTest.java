package io.weir.cluster;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.cluster.Wire.Greeting;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** Calls between two nodes: what is answered, what is cut off, and what a waiting caller can do. */
final class DoorTest extends OpenDoor {

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
}
