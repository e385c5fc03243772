package io.weir.api.entity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Checks that encoded text has the order of the text. */
class TextOrderProperties {

  @Property(tries = 3000)
  void encodedKeyTextSortsByUtf16Unit(@ForAll("texts") String left, @ForAll("texts") String right) {
    assertSameOrder(
        Arrays.compareUnsigned(KeyText.encode(left), KeyText.encode(right)), left.compareTo(right));
  }

  @Property(tries = 3000)
  void encodedKeyTextOfAnyUnitsSortsByUtf16Unit(@ForAll String left, @ForAll String right) {
    assertSameOrder(
        Arrays.compareUnsigned(KeyText.encode(left), KeyText.encode(right)), left.compareTo(right));
  }

  @Property(tries = 3000)
  void encodedKeysSortAsPairs(@ForAll("keys") EntityKey left, @ForAll("keys") EntityKey right) {
    var byPartition = left.partitionKey().compareTo(right.partitionKey());

    var asPairs = byPartition != 0 ? byPartition : left.rowKey().compareTo(right.rowKey());

    assertSameOrder(Arrays.compareUnsigned(left.encoded(), right.encoded()), asPairs);
    assertSameOrder(left.compareTo(right), asPairs);
  }

  @Property(tries = 3000)
  void utf8IsComparedByUtf16Unit(@ForAll("texts") String left, @ForAll("texts") String right) {
    var a = ("x" + left).getBytes(UTF_8);
    var b = right.getBytes(UTF_8);

    assertSameOrder(
        Utf8.compareUtf16Order(a, 1, a.length - 1, b, 0, b.length), left.compareTo(right));
  }

  @Property
  void anyUnitsAreReadBack(@ForAll String text) {
    var bytes = KeyText.encode(text);

    assertThat(bytes).hasSize(KeyText.encodedLength(text));
    assertThat(KeyText.decode(bytes, 0, bytes.length)).isEqualTo(text);
  }

  @Property
  void keysAreReadBack(@ForAll("keys") EntityKey key) {
    var bytes = key.encoded();

    assertThat(EntityKey.decode(bytes, 0, bytes.length)).isEqualTo(key);
  }

  private static void assertSameOrder(int actual, int expected) {
    assertThat(Integer.signum(actual)).isEqualTo(Integer.signum(expected));
  }

  @Provide
  Arbitrary<String> texts() {
    return ArbitraryText.wellFormed();
  }

  @Provide
  Arbitrary<EntityKey> keys() {
    return ArbitraryText.keys();
  }
}
