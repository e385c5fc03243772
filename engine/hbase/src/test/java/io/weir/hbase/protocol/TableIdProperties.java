package io.weir.hbase.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

final class TableIdProperties {

  @Property
  void theOrderOfRowsIsTheOrderOfIds(
      @ForAll @LongRange(max = TableId.GREATEST) long one,
      @ForAll @LongRange(max = TableId.GREATEST) long other) {
    var order = Arrays.compareUnsigned(
        new TableId(one).row(new byte[0]), new TableId(other).row(new byte[0]));

    assertThat(Integer.signum(order)).isEqualTo(Long.compare(one, other));
  }

  @Property
  void noByteOfAnIdIsZero(@ForAll @LongRange(max = TableId.GREATEST) long value) {
    assertThat(new TableId(value).row(new byte[0])).hasSize(TableId.BYTES).doesNotContain(0);
  }

  @Property
  void theKeyOfARowIsTheKeyThatItWasMadeOf(
      @ForAll @LongRange(max = TableId.GREATEST) long value, @ForAll @Size(max = 40) byte[] key) {
    assertThat(TableId.entityKey(new TableId(value).row(key))).isEqualTo(key);
  }

  @Property
  void theTableOfARowIsTheOneThatItWasMadeOf(
      @ForAll @LongRange(max = TableId.GREATEST) long value, @ForAll @Size(max = 40) byte[] key) {
    var table = new TableId(value);

    assertThat(TableId.ofRow(table.row(key))).isEqualTo(table);
  }
}
