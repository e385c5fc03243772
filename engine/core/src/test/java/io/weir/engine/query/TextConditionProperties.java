package io.weir.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Derivation;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.filter.TextMatch;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

/**
 * Compares functions of stored text with functions of strings, for texts of few characters, which
 * often contain each other.
 */
class TextConditionProperties {

  /**
   * Characters of one to four bytes, some of which have another length in lower case, and halves of
   * surrogate pairs.
   */
  private static final List<String> CHARACTERS = List.of(
      "a", "A", "b", "B", "é", "É", "ß", "İ", "Ⱥ", "ⱥ", "\u212A", "k", "中", "\uFFFF", "😀", "😁",
      "𐐀");

  private static final List<String> HALVES = List.of("\uD83D", "\uDE00", "\uDE01");

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aTestOfStoredTextAgreesWithOneOfStrings(
      @ForAll("stored") String stored,
      @ForAll("searched") String text,
      @ForAll boolean lowered,
      @ForAll TextMatch match) {
    assertAgrees(stored, property -> new Filter.TextTest(property, lowered, match, text));
  }

  /** Two letters make texts that begin to match again and again. */
  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aRepetitiveTextIsSearchedWithoutMissingAMatch(
      @ForAll @CharRange(from = 'a', to = 'b') @StringLength(max = 16) String stored,
      @ForAll @CharRange(from = 'a', to = 'b') @StringLength(max = 6) String text) {
    assertAgrees(
        stored, property -> new Filter.TextTest(property, false, TextMatch.CONTAINS, text));
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aStoredTextContainsEachOfItsParts(
      @ForAll("stored") String stored,
      @ForAll @IntRange(max = 12) int from,
      @ForAll @IntRange(max = 12) int to,
      @ForAll boolean lowered,
      @ForAll TextMatch match) {
    var whole = lowered ? ((EdmString) Derivation.LOWERED.of(stored)).value() : stored;
    var start = Math.min(from, whole.length());
    var part = whole.substring(start, Math.max(start, Math.min(to, whole.length())));

    assertThat(match.holds(whole, part) || match != TextMatch.CONTAINS).isTrue();
    assertAgrees(stored, property -> new Filter.TextTest(property, lowered, match, part));
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aDerivedValueOfStoredTextAgreesWithOneOfStrings(
      @ForAll("stored") String stored, @ForAll("searched") String text, @ForAll Operator operator) {
    assertAgrees(
        stored,
        property ->
            new Filter.Derived(property, Derivation.LOWERED, operator, new EdmString(text)));
    assertAgrees(
        stored,
        property -> new Filter.Derived(
            property, Derivation.LOWERED, operator, Derivation.LOWERED.of(stored)));
    assertAgrees(
        stored,
        property ->
            new Filter.Derived(property, Derivation.LENGTH, operator, new EdmInt32(text.length())));
  }

  private interface Condition {
    Filter on(String property);
  }

  /** Asserts the outcome for the text as either key and as a property, by predicate and by plan. */
  private static void assertAgrees(String stored, Condition condition) {
    var entity = Entity.builder(stored, stored).set("Name", stored).build();
    for (var property : List.of("PartitionKey", "RowKey", "Name")) {
      var filter = condition.on(property);
      var expected = FilterReference.matches(filter, entity);

      assertThat(holds(Predicate.of(filter), entity)).as("%s", filter).isEqualTo(expected);
      assertThat(answers(filter, entity)).as("%s", filter).isEqualTo(expected);
      assertThat(answers(new Filter.Not(filter), entity)).as("%s", filter).isEqualTo(!expected);
    }
  }

  private static boolean answers(Filter filter, Entity entity) {
    var plan = Planner.plan(filter);
    var key = entity.key().encoded();
    return plan.ranges().stream().anyMatch(range -> range.contains(key, 0, key.length))
        && plan.predicate().map(residual -> holds(residual, entity)).orElse(true);
  }

  private static boolean holds(Predicate predicate, Entity entity) {
    var bytes = entity.encoded();
    var keyLength = entity.keyLengthBytes();
    var storedAt = 4 + keyLength;
    return predicate.test(bytes, 4, keyLength, bytes, storedAt, bytes.length - storedAt);
  }

  @Provide
  Arbitrary<String> stored() {
    return texts(Arbitraries.of(CHARACTERS), 8);
  }

  @Provide
  Arbitrary<String> searched() {
    return texts(Arbitraries.oneOf(Arbitraries.of(CHARACTERS), Arbitraries.of(HALVES)), 3);
  }

  private static Arbitrary<String> texts(Arbitrary<String> characters, int longest) {
    return characters.list().ofMaxSize(longest).map(parts -> String.join("", parts));
  }
}
