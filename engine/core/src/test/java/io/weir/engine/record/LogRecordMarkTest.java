package io.weir.engine.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.entity.EntityKey;
import io.weir.engine.consensus.Applied;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.LogPayload;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The record that ends an agreed entry changes nothing. */
final class LogRecordMarkTest {

  private static final LogPayload MARK = LogRecord.ofMark(77, new Applied(5, 1234));

  @Test
  void aMarkTellsItsPlaceAndTimestamp() {
    var bytes = bytes(MARK);

    assertThat(bytes.remaining()).isEqualTo(LogRecord.MARK_BYTES);
    assertThat(LogRecord.isMark(bytes)).isTrue();
    assertThat(LogRecord.placeOf(bytes)).isEqualTo(new Applied(5, 1234));
    assertThat(LogRecord.ticks(bytes)).isEqualTo(77);
    assertThat(LogRecord.isJoint(bytes)).isFalse();
    assertThat(LogRecord.isOfCatalog(bytes)).isFalse();
  }

  @Test
  void aMarkChangesNothing() {
    assertThat(LogRecord.decode(bytes(MARK), new NoChange())).isEqualTo(77);
    LogRecord.forEachGroup(bytes(MARK).array(), new PartitionGroups(4), (group, record) -> {
      throw new AssertionError("a shard gets a mark");
    });
  }

  @Test
  void aMarkThatEndsEarlyIsRefused() {
    var all = bytes(MARK).array();
    for (var length = 1; length < all.length; length++) {
      var part = ByteBuffer.wrap(Arrays.copyOf(all, length));
      assertThatThrownBy(() -> LogRecord.decode(part, new NoChange()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ends early");
    }
  }

  @Test
  void noOtherRecordIsAMark() {
    var key = TreeKeys.of(7, new EntityKey("p", "r").encoded());
    var put = List.of(Change.put(key, new byte[3]));
    assertThat(LogRecord.isMark(bytes(LogRecord.of(1, put)))).isFalse();
    assertThat(LogRecord.isMark(bytes(LogRecord.ofJoint(1, put)))).isFalse();
    assertThat(LogRecord.isMark(bytes(LogRecord.ofRemoval(1, 0, List.of())))).isFalse();
  }

  private static ByteBuffer bytes(LogPayload payload) {
    var bytes = ByteBuffer.allocate(payload.lengthBytes());
    payload.writeTo(bytes);
    return bytes.flip();
  }

  private static final class NoChange implements LogRecord.Visitor {
    @Override
    public void put(byte[] key, byte[] stored) {
      throw new AssertionError("put");
    }

    @Override
    public void remove(byte[] key) {
      throw new AssertionError("remove");
    }

    @Override
    public void removeRange(int partitionGroup, byte[] from, byte[] to) {
      throw new AssertionError("removeRange");
    }
  }
}
