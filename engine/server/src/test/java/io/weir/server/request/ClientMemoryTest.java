package io.weir.server.request;

import static io.weir.server.request.ClientMemory.Holder.CONNECTION;
import static io.weir.server.request.ClientMemory.Holder.REQUEST;
import static io.weir.server.request.ClientMemory.Holder.SUBSCRIBER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import org.junit.jupiter.api.Test;

/** What clients hold by their presence is admitted up to a share of one limit, and released. */
final class ClientMemoryTest {

  private static final long LIMIT = 64 * 8 * 1024;

  private final ClientMemory memory = new ClientMemory(LIMIT);

  @Test
  void connectionsAreAdmittedUpToThreeQuarters() {
    for (var i = 0; i < 48; i++) {
      assertThat(memory.admit(CONNECTION)).isTrue();
    }
    assertThat(memory.admit(CONNECTION)).isFalse();
    assertThat(memory.heldBytes()).isEqualTo(LIMIT / 4 * 3);

    memory.release(CONNECTION.bytes());
    assertThat(memory.admit(CONNECTION)).isTrue();
  }

  @Test
  void requestsThatLastLeaveRoomForShortOnes() {
    for (var i = 0; i < 56; i++) {
      memory.require(SUBSCRIBER);
    }
    assertThatThrownBy(() -> memory.require(SUBSCRIBER))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("reason=clientMemory limitBytes=" + LIMIT);

    for (var i = 0; i < 16; i++) {
      memory.require(REQUEST);
    }
    assertThatThrownBy(() -> memory.require(REQUEST)).isInstanceOf(ServiceBusyException.class);
  }

  @Test
  void aRequestReleasesAtItsEndWhatItHeld() {
    var share = new RequestMemory(1024, memory).share();
    share.require(REQUEST);
    share.require(SUBSCRIBER);
    assertThat(memory.heldBytes()).isEqualTo(REQUEST.bytes() + SUBSCRIBER.bytes());

    share.release();
    share.require(REQUEST);
    share.release();

    assertThat(memory.heldBytes()).isZero();
  }

  @Test
  void theDefaultLeavesTheServiceItsOwnPart() {
    assertThat(ClientMemory.ofHeap(8L << 20)).isEqualTo(1 << 20);
    assertThat(ClientMemory.ofHeap(256L << 20)).isEqualTo(87L << 20);
    assertThat(ClientMemory.ofHeap(4L << 30) / CONNECTION.bytes()).isGreaterThan(100_000);
  }
}
