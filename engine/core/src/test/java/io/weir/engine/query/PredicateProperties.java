package io.weir.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class PredicateProperties {

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aComparisonOfStoredBytesAgreesWithOneOfValues(
      @ForAll("comparisons") Filter filter, @ForAll("manyEntities") List<Entity> entities) {
    assertAgrees(filter, entities);
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void aFunctionOfStoredBytesAgreesWithOneOfValues(
      @ForAll("functions") Filter filter, @ForAll("manyEntities") List<Entity> entities) {
    assertAgrees(filter, entities);
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void aPredicateAgreesWithItsFilter(
      @ForAll("filters") Filter filter, @ForAll("manyEntities") List<Entity> entities) {
    assertAgrees(filter, entities);
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void bytesAroundTheEntityDoNotAffectTheResult(
      @ForAll("filters") Filter filter,
      @ForAll("manyEntities") List<Entity> entities,
      @ForAll @IntRange(max = 3) int before,
      @ForAll @IntRange(max = 3) int between) {
    var predicate = Predicate.of(filter);

    for (var entity : entities) {
      var key = entity.key().encoded();
      var stored = entity.storedForm(entity.timestampTicks());
      var storedAt = before + key.length + between;
      var bytes = new byte[storedAt + stored.length + 3];
      Arrays.fill(bytes, (byte) 'a');
      System.arraycopy(key, 0, bytes, before, key.length);
      System.arraycopy(stored, 0, bytes, storedAt, stored.length);
      assertThat(predicate.test(bytes, before, key.length, bytes, storedAt, stored.length))
          .as("%s", entity)
          .isEqualTo(FilterReference.matches(filter, entity));
    }
  }

  private static void assertAgrees(Filter filter, List<Entity> entities) {
    var predicate = Predicate.of(filter);

    for (var entity : entities) {
      var bytes = entity.encoded();
      var keyLength = entity.keyLengthBytes();
      var storedAt = 4 + keyLength;
      assertThat(predicate.test(bytes, 4, keyLength, bytes, storedAt, bytes.length - storedAt))
          .as("%s", entity)
          .isEqualTo(FilterReference.matches(filter, entity));
    }
  }

  @Provide
  Arbitrary<Filter> comparisons() {
    return Filters.comparisons();
  }

  @Provide
  Arbitrary<Filter> functions() {
    return Filters.functions();
  }

  @Provide
  Arbitrary<Filter> filters() {
    return Filters.any();
  }

  @Provide
  Arbitrary<List<Entity>> manyEntities() {
    return Filters.entities().list().ofSize(20);
  }
}
