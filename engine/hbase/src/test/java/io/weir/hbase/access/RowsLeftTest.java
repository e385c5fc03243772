package io.weir.hbase.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.hbase.protocol.Order;
import io.weir.hbase.protocol.RowRange;
import io.weir.hbase.protocol.SliceEnd;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowsLeftTest {

  private static final byte[] END_OF_TABLE = {};

  private final List<RowRange> ranges = List.of(range("b", "d"), range("m", "p"));

  @Test
  void upwardsWhatFollowsTheNextRowIsLeft() {
    var left = new RowsLeft(ranges, Order.ASCENDING);

    assertThat(left.nextRow()).isEqualTo(row("b"));
    assertThat(left.after(SliceEnd.before(row("c"))).ranges())
        .containsExactly(range("c", "d"), range("m", "p"));
    assertThat(left.after(SliceEnd.ofRegion(row("n"))).ranges()).containsExactly(range("n", "p"));
    assertThat(left.after(SliceEnd.ofRegion(row("p"))).isEmpty()).isTrue();
    assertThat(left.after(SliceEnd.ofRegion(END_OF_TABLE)).isEmpty()).isTrue();
  }

  @Test
  void downwardsWhatPrecedesTheNextRowIsLeftAndThatRow() {
    var left = new RowsLeft(ranges, Order.DESCENDING);

    assertThat(left.nextRow()).startsWith('o', 0xFF);
    assertThat(left.after(SliceEnd.before(row("n"))).ranges())
        .containsExactly(range("b", "d"), range("m", "n\0"));
    assertThat(left.after(SliceEnd.ofRegion(row("m"))).ranges()).containsExactly(range("b", "d"));
    assertThat(left.after(SliceEnd.ofRegion(row("c"))).ranges()).containsExactly(range("b", "c"));
    assertThat(left.after(SliceEnd.ofRegion(END_OF_TABLE)).isEmpty()).isTrue();
  }

  @Test
  void theRowsOfARegionAndTheRowsAfterItAreAllRows() {
    for (var order : Order.values()) {
      var left = new RowsLeft(ranges, order);

      assertThat(left.within(row("c"), row("n")).ranges())
          .containsExactly(range("c", "d"), range("m", "n"));
      assertThat(left.within(END_OF_TABLE, END_OF_TABLE)).isEqualTo(left);
      assertThat(left.afterRegion(END_OF_TABLE, END_OF_TABLE).isEmpty()).isTrue();
    }
    assertThat(new RowsLeft(ranges, Order.ASCENDING)
            .afterRegion(END_OF_TABLE, row("c"))
            .ranges())
        .containsExactly(range("c", "d"), range("m", "p"));
    assertThat(new RowsLeft(ranges, Order.DESCENDING)
            .afterRegion(row("n"), END_OF_TABLE)
            .ranges())
        .containsExactly(range("b", "d"), range("m", "n"));
  }

  private static RowRange range(String lower, String upper) {
    return new RowRange(row(lower), row(upper));
  }

  private static byte[] row(String text) {
    return text.getBytes(US_ASCII);
  }
}
