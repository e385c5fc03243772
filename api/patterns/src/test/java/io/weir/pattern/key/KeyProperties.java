package io.weir.pattern.key;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.EntityKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** Keys sort like the values of their parts, and the values can be read back. */
class KeyProperties {

  private static final int TRIES = 1000;

  @Property(tries = TRIES)
  void intsSortByValueAndAreReadBack(@ForAll int a, @ForAll int b) {
    holdsOf(KeyPart.INT32, a, b, Comparator.naturalOrder());
  }

  @Property(tries = TRIES)
  void longsSortByValueAndAreReadBack(@ForAll long a, @ForAll long b) {
    holdsOf(KeyPart.INT64, a, b, Comparator.naturalOrder());
  }

  @Property(tries = TRIES)
  void paddedNumbersSortByValueAndAreReadBack(
      @ForAll @LongRange(max = 999_999) long a, @ForAll @LongRange(max = 999_999) long b) {
    holdsOf(KeyPart.digits(6), a, b, Comparator.naturalOrder());
  }

  @Property(tries = TRIES)
  void timesSortInEitherDirectionAndAreReadBack(
      @ForAll("moments") Instant a, @ForAll("moments") Instant b) {
    holdsOf(KeyPart.OLDEST_FIRST, a, b, Comparator.naturalOrder());
    holdsOf(KeyPart.NEWEST_FIRST, a, b, Comparator.reverseOrder());
  }

  @Property(tries = TRIES)
  void uuidsSortAsUnsignedNumbersAndAreReadBack(@ForAll("uuids") UUID a, @ForAll("uuids") UUID b) {
    Comparator<UUID> byHigh =
        (x, y) -> Long.compareUnsigned(x.getMostSignificantBits(), y.getMostSignificantBits());
    holdsOf(
        KeyPart.GUID,
        a,
        b,
        byHigh.thenComparing((x, y) ->
            Long.compareUnsigned(x.getLeastSignificantBits(), y.getLeastSignificantBits())));
  }

  @Property(tries = 3 * TRIES)
  void compoundKeysSortByTheirPartsInOrder(
      @ForAll("triples") Triple a, @ForAll("triples") Triple b) {
    assertThat(Integer.signum(a.key().compareTo(b.key())))
        .as(a.key() + " and " + b.key())
        .isEqualTo(Integer.signum(Triple.ORDER.compare(a, b)));
  }

  @Property(tries = TRIES)
  void compoundKeysAreValidAndAreReadBack(@ForAll("triples") Triple triple) {
    var reader = CompoundKeyReader.of(triple.key());

    assertThat(EntityKey.isKey(triple.key())).isTrue();
    assertThat(new Triple(reader.text(), reader.int32(), reader.text())).isEqualTo(triple);
    reader.end();
  }

  @Property(tries = TRIES)
  void thePrefixRangeOfACompoundKeyContainsExactlyTheKeysWithItsParts(
      @ForAll("triples") Triple a, @ForAll("triples") Triple b) {
    var sameStart = a.first.equals(b.first) && a.second == b.second;

    assertThat(CompoundKey.of(a.first).then(a.second).prefix().contains(b.key()))
        .isEqualTo(sameStart);
    assertThat(CompoundKey.of(a.first).then(a.second).prefix(a.third).contains(b.key()))
        .isEqualTo(sameStart && b.third.startsWith(a.third));
  }

  @Property(tries = 3 * TRIES)
  void aPrefixRangeContainsExactlyTheKeysWithThePrefix(
      @ForAll("texts") String prefix, @ForAll("texts") String other, @ForAll("texts") String rest) {
    var range = KeyRange.prefix(prefix);

    assertThat(range.contains(other)).as(range.toString()).isEqualTo(other.startsWith(prefix));
    assertThat(range.contains(prefix + rest)).isTrue();
    assertThat(range.end().map(EntityKey::isKey).orElse(true)).isTrue();
  }

  @Property(tries = 3 * TRIES)
  void aTextPrefixRangeContainsExactlyTheTextsWithThePrefix(
      @ForAll("anyTexts") String prefix, @ForAll("anyTexts") String other) {
    assertThat(KeyRange.textPrefix(prefix).contains(other)).isEqualTo(other.startsWith(prefix));
    assertThat(KeyRange.textPrefix(prefix).contains(prefix + other)).isTrue();
  }

  @Provide
  Arbitrary<Triple> triples() {
    var numbers = Arbitraries.oneOf(Arbitraries.of(-1, 0, 1, 10, 9), Arbitraries.integers());
    return Combinators.combine(texts(), numbers, texts()).as(Triple::new);
  }

  /** The least and the greatest characters of keys, and the neighbours of forbidden characters. */
  @Provide
  Arbitrary<String> texts() {
    return joined(
        " ",
        "!",
        "\"",
        "$",
        ".",
        "0",
        "1",
        "2",
        ">",
        "@",
        "[",
        "]",
        "a",
        "~",
        "\u00A0",
        "\uD7FF",
        "😀",
        "\uDBFF\uDFFF",
        "\uE000",
        "\uFFFF");
  }

  @Provide
  Arbitrary<String> anyTexts() {
    return joined(
        "\u0000",
        "\t",
        "!",
        "\"",
        "#",
        "/",
        "\\",
        "?",
        "\u007F",
        "\u009F",
        "a",
        "\uD7FF",
        "😀",
        "\uDBFF\uDFFF",
        "\uE000",
        "\uFFFF");
  }

  @Provide
  Arbitrary<Instant> moments() {
    return Arbitraries.longs()
        .between(0, EdmDateTime.MAX_TICKS)
        .map(ticks -> new EdmDateTime(ticks).toInstant());
  }

  @Provide
  Arbitrary<UUID> uuids() {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(UUID::new);
  }

  private static Arbitrary<String> joined(String... characters) {
    return Arbitraries.of(characters).list().ofMaxSize(4).map(parts -> String.join("", parts));
  }

  private static <T> void holdsOf(KeyPart<T> part, T a, T b, Comparator<T> order) {
    assertThat(part.read(part.write(a))).isEqualTo(a);
    assertThat(EntityKey.isKey(part.write(a))).isTrue();
    assertThat(Integer.signum(part.write(a).compareTo(part.write(b))))
        .isEqualTo(Integer.signum(order.compare(a, b)));
  }

  record Triple(String first, int second, String third) {

    static final Comparator<Triple> ORDER = Comparator.comparing(Triple::first)
        .thenComparing(Triple::second)
        .thenComparing(Triple::third);

    String key() {
      return CompoundKey.of(first).then(second).then(third).text();
    }
  }
}
