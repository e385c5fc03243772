package io.weir.hbase.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.EntityKey;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class RowsTest {

  private final TableId table = new TableId(3);

  @Test
  void thePartitionsRowPrecedesItsEntitiesAndFollowsTheEarlierPartitions() {
    var partition = Rows.partition(row("TX", "1"));

    assertAscending(row("TW", "~"), partition, row("TX", ""));
  }

  @Test
  void thePlaceAfterAPartitionPrecedesPartitionsThatItIsAPrefixOf() {
    var place = Rows.afterPartition(row("TX", "1"));

    assertAscending(row("TX", "\uFFFD"), place, row("TX ", ""));
  }

  @Test
  void rowsOfOnePartitionAreRecognised() {
    assertThat(Rows.inOnePartition(row("TX", "1"), row("TX", "2"))).isTrue();
    assertThat(Rows.inOnePartition(row("TX", "1"), row("TXA", "1"))).isFalse();
    assertThat(Rows.inOnePartition(row("", "1"), row("1", ""))).isFalse();
  }

  /** HBase cuts regions before the zero byte of a row. */
  @Test
  void noRegionBeginsBetweenABoundAndTheRowBeforeIt() {
    var cuts = new byte[][] {
      Rows.partition(row("TX", "1")), Rows.partition(row("TY", "1")), table.row(new byte[0]),
    };
    var bounds = new byte[][] {
      row("TX", ""),
      row("TX", "1"),
      row("TY", "2"),
      Rows.afterPartition(row("TX", "1")),
      table.rows().upper(),
      cuts[0],
      cuts[1],
      cuts[2],
    };

    for (var bound : bounds) {
      var before = Rows.before(bound);
      assertAscending(before, bound);
      for (var cut : cuts) {
        var isBetween =
            Arrays.compareUnsigned(before, cut) < 0 && Arrays.compareUnsigned(cut, bound) < 0;
        assertThat(isBetween).isFalse();
      }
    }
  }

  @Test
  void aPointIsTheRangeOfOneKey() {
    var row = row("TX", "1");

    assertThat(new RowRange(row, Arrays.copyOf(row, row.length + 1)).isPoint()).isFalse();
    assertThat(point(row).isPoint()).isTrue();
    assertThat(point(row("TX", "")).isPoint()).isTrue();
    assertThat(new RowRange(row("TX", ""), Rows.afterPartition(row)).isPoint()).isFalse();
  }

  /** A region begins with the partition's row, so ranges are cut there. */
  @Test
  void thePartUpToTheEndOfTheFirstPartitionOfARegionIsNoPoint() {
    var row = row("TX", "1");

    assertThat(new RowRange(Rows.partition(row), Rows.afterPartition(row)).isPoint())
        .isFalse();
  }

  private static void assertAscending(byte[]... rows) {
    for (var i = 1; i < rows.length; i++) {
      assertThat(Arrays.compareUnsigned(rows[i - 1], rows[i])).isNegative();
    }
  }

  private static RowRange point(byte[] row) {
    var upper = Arrays.copyOf(row, row.length + 1);
    upper[row.length] = 1;
    return new RowRange(row, upper);
  }

  private byte[] row(String partitionKey, String rowKey) {
    return table.row(new EntityKey(partitionKey, rowKey).encoded());
  }
}
