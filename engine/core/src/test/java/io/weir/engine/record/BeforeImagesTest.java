package io.weir.engine.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedSettings;
import io.weir.api.entity.EntityKey;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.LogConfig;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What a record of the log tells of the forms that its changes replace, and what happens when it
 * has no room for them.
 */
final class BeforeImagesTest {

  private static final int TABLE = 7;
  private static final int PLAIN = 8;
  private static final byte[] NEW = {0x2A};
  private static final byte[] OLD = {1, 2, 3};

  @Test
  void aRecordWithoutImagesHasTheBytesItAlwaysHad() {
    var changes = List.of(Change.put(key("1"), NEW), Change.remove(key("2")), expired("3"));

    assertThat(added(changes, PLAIN, OLD, 1_000)).isSameAs(changes);
    assertThat(HexFormat.of().formatHex(LogRecord.encode(258, changes)))
        .isEqualTo("01" + "0000000000000102" + "00000003" //
            + "01" + "00000007" + "00000007700031" + "00000001" + "2a"
            + "02" + "00000007" + "00000007700032"
            + "04" + "00000007" + "00000007700033");
  }

  @Test
  void aRecordTellsWhatItsChangesReplace() {
    var changes = new ArrayList<Change>();
    changes.addAll(added(List.of(Change.put(key("1"), NEW)), TABLE, null, 1_000));
    changes.addAll(added(List.of(Change.put(key("2"), NEW)), TABLE, OLD, 1_000));
    changes.addAll(added(List.of(Change.remove(key("3"))), TABLE, OLD, 1_000));
    changes.addAll(added(List.of(expired("4")), TABLE, OLD, 0));

    var record = LogRecord.encode(258, changes);

    assertThat(HexFormat.of().formatHex(record))
        .isEqualTo("01" + "0000000000000102" + "00000004"
            + "11" + "00000007" + "00000007700031" + "00000001" + "2a"
            + "21" + "00000007" + "00000007700032" + "00000001" + "2a" + "00000003" + "010203"
            + "22" + "00000007" + "00000007700033" + "00000003" + "010203"
            + "34" + "00000007" + "00000007700034");
    assertThat(record).hasSize((int) LogRecord.lengthBytes(changes));
    assertThat(told(record))
        .containsExactly("put 1 nothing", "put 2 010203", "remove 3 010203", "expire 4 leftOut");
  }

  @Test
  void replayDoesNotSeeImages() {
    var changes = added(
        List.of(Change.put(key("1"), NEW), Change.remove(key("2")), expired("3")),
        TABLE,
        OLD,
        1_000);

    assertThat(replayed(LogRecord.encode(1, changes)))
        .containsExactly("put 1 2a", "remove 2", "remove 3");
  }

  @Test
  void thePartOfAGroupLeavesImagesOut() {
    var groups = new PartitionGroups(1);
    var changes = added(List.of(Change.put(key("1"), NEW)), TABLE, OLD, 1_000);
    var parts = new ArrayList<byte[]>();

    LogRecord.forEachGroup(
        LogRecord.encoded(LogRecord.ofJoint(1, changes)), groups, (group, part) -> parts.add(part));

    assertThat(parts).containsExactly(LogRecord.encode(1, List.of(Change.put(key("1"), NEW))));
  }

  @Test
  void anOperationOfALaterVersionIsRefused() {
    var record = LogRecord.encode(1, List.of(Change.remove(key("1"))));

    for (var operation : new int[] {0x42, 0x13, 0x15, 0xF1, 0x05}) {
      record[13] = (byte) operation;
      assertThatThrownBy(() -> replayed(record)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void anImageThatDoesNotFitIsLeftOutAndLaterOnesMayFit() {
    var changes =
        List.of(Change.put(key("1"), NEW), Change.put(key("2"), NEW), Change.put(key("3"), NEW));
    var plain = LogRecord.lengthBytes(changes);
    BeforeImages.StoredForms stored =
        key -> key[key.length - 1] == '2' ? new byte[100] : new byte[6];

    var all = BeforeImages.addedTo(changes, id -> true, stored, plain + 2 * 10 + 104);
    var tight = BeforeImages.addedTo(changes, id -> true, stored, plain + 10 + 103);
    var tighter = BeforeImages.addedTo(changes, id -> true, stored, plain + 2 * 10 + 103);
    var none = BeforeImages.addedTo(changes, id -> true, stored, plain);

    assertThat(LogRecord.lengthBytes(all)).isEqualTo(plain + 124);
    assertThat(leftOut(all)).containsExactly(false, false, false);
    assertThat(leftOut(tight)).containsExactly(false, true, false);
    assertThat(leftOut(tighter)).containsExactly(false, false, true);
    assertThat(leftOut(none)).containsExactly(true, true, true);
    assertThat(LogRecord.lengthBytes(none)).isEqualTo(plain);
  }

  @Test
  void thePartsOfAJointRecordKeepTheImagesThatFitTogether() {
    var changes = added(
        List.of(Change.put(key("1"), NEW), Change.remove(key("2")), Change.remove(key("3"))),
        TABLE,
        OLD,
        1_000);
    var length = LogRecord.lengthBytes(changes);

    assertThat(BeforeImages.fitting(changes, length)).isSameAs(changes);
    assertThat(leftOut(BeforeImages.fitting(changes, length - 1)))
        .containsExactly(false, false, true);
    assertThat(leftOut(BeforeImages.fitting(changes, length - 21)))
        .containsExactly(true, true, true);
    assertThat(BeforeImages.lengthBytes(changes)).isEqualTo(21);
  }

  @Test
  void thatNothingWasStoredIsToldWithoutAnyRoom() {
    var inserted = added(List.of(Change.put(key("1"), NEW)), TABLE, null, 0);

    assertThat(inserted.get(0).before()).isSameAs(BeforeImage.NOTHING);
    assertThat(BeforeImages.fitting(inserted, 0).get(0).before()).isSameAs(BeforeImage.NOTHING);
  }

  @Test
  void theDefaultLogHasRoomForTheLongestChangesAndThePromisedImages() {
    var most = LogConfig.forStore(new UUID(1, 2)).maxPayloadBytes();

    assertThat(most - BeforeImages.mostChangesBytes(most)).isEqualTo(FeedSettings.IMAGE_ROOM_BYTES);
    assertThat(BeforeImages.mostChangesBytes(10_000)).isEqualTo(10_000);
  }

  private static List<Change> added(
      List<Change> changes, int keeping, byte @Nullable [] old, long most) {
    return BeforeImages.addedTo(changes, id -> id == keeping && id == TABLE, key -> old, most);
  }

  private static List<Boolean> leftOut(List<Change> changes) {
    return changes.stream()
        .map(change -> change.before() == BeforeImage.LEFT_OUT)
        .toList();
  }

  private static List<String> told(byte[] record) {
    var told = new ArrayList<String>();
    LogRecord.decode(ByteBuffer.wrap(record), new Replayed(told) {
      @Override
      public void put(byte[] key, byte[] stored, BeforeImage before) {
        told.add("put " + row(key) + " " + text(before));
      }

      @Override
      public void remove(byte[] key, BeforeImage before) {
        told.add("remove " + row(key) + " " + text(before));
      }

      @Override
      public void expire(byte[] key, BeforeImage before) {
        told.add("expire " + row(key) + " " + text(before));
      }
    });
    return told;
  }

  private static String text(BeforeImage before) {
    var stored = before.stored();
    if (stored != null) {
      return HexFormat.of().formatHex(stored);
    }
    return before == BeforeImage.NOTHING ? "nothing" : "leftOut";
  }

  private static List<String> replayed(byte[] record) {
    var seen = new ArrayList<String>();
    LogRecord.decode(ByteBuffer.wrap(record), new Replayed(seen));
    return seen;
  }

  private static class Replayed implements LogRecord.Visitor {

    private final List<String> seen;

    Replayed(List<String> seen) {
      this.seen = seen;
    }

    static String row(byte[] key) {
      return String.valueOf((char) key[key.length - 1]);
    }

    @Override
    public void put(byte[] key, byte[] stored) {
      seen.add("put " + row(key) + " " + HexFormat.of().formatHex(stored));
    }

    @Override
    public void remove(byte[] key) {
      seen.add("remove " + row(key));
    }

    @Override
    public void removeRange(int partitionGroup, byte[] from, byte[] to) {
      throw new AssertionError("no range");
    }
  }

  private static Change expired(String row) {
    return Change.expire(key(row));
  }

  private static byte[] key(String row) {
    return TreeKeys.of(TABLE, new EntityKey("p", row).encoded());
  }
}
