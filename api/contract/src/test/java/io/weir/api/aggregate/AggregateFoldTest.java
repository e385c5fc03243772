package io.weir.api.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class AggregateFoldTest {

  private static final int UNITS_OF_A_TEXT = Limits.STRING_UNITS;
  private static final int TEXTS =
      Math.toIntExact(Aggregation.MAX_BYTES / Character.BYTES / UNITS_OF_A_TEXT);

  @Test
  void groupsOfLongTextsAreTakenUpToTheLimit() {
    var fold = new AggregateFold(new Aggregation(List.of("Text"), List.of()));
    IntStream.range(0, TEXTS).forEach(i -> fold.add(text(i, UNITS_OF_A_TEXT)));

    fold.add(text(0, UNITS_OF_A_TEXT));
    assertThat(fold.groups()).hasSize(TEXTS);
    assertTooLong(fold, Entity.builder("p", "r").set("Text", "a").build());
  }

  @Test
  void extremesAreCountedByTheirPresentLengths() {
    var fold = new AggregateFold(Aggregation.of(Aggregate.min("Text", "Least")).groupBy("Group"));
    for (var i = 0; i < TEXTS; i++) {
      fold.add(extreme(i, "b".repeat(UNITS_OF_A_TEXT)));
    }
    fold.add(extreme(0, "a"));
    fold.add(extreme(TEXTS, "c".repeat(UNITS_OF_A_TEXT - 1)));

    assertThat(fold.groups()).hasSize(TEXTS + 1);
    assertTooLong(fold, extreme(TEXTS + 1, "a"));
  }

  private static Entity extreme(int group, String text) {
    return Entity.builder("p", "r").set("Group", group).set("Text", text).build();
  }

  private static Entity text(int i, int units) {
    var number = String.format("%05d", i);
    return Entity.builder("p", "r")
        .set("Text", number + "x".repeat(units - number.length()))
        .build();
  }

  private static void assertTooLong(AggregateFold fold, Entity entity) {
    var failure = catchThrowableOfType(InvalidRequestException.class, () -> fold.add(entity));
    assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
    assertThat(failure.facts())
        .isEqualTo("aggregateBytes=4194306 limit=4194304 do=filterOrGroupByFewerValues");
  }

  @Test
  void aGroupThatDoesNotFitIntoAnEntityFails() {
    var aggregates = IntStream.range(0, Aggregation.MAX_AGGREGATES)
        .mapToObj(i -> Aggregate.min("Bytes", "Value" + i))
        .toArray(Aggregate[]::new);
    var fold = new AggregateFold(Aggregation.of(aggregates).groupBy("Bytes"));
    fold.add(entity("Bytes", new EdmBinary(new byte[Limits.BINARY_BYTES])));

    var failure = catchThrowableOfType(InvalidRequestException.class, fold::groups);
    assertThat(failure.code()).isEqualTo(ErrorCode.ENTITY_TOO_LARGE);
  }

  @Test
  void theResultDoesNotDependOnTheOrderOfTheEntities() {
    var random = new Random(11);
    var aggregation = Aggregation.of(
        Aggregate.sum("V", "Sum"),
        Aggregate.average("V", "Mean"),
        Aggregate.min("V", "Least"),
        Aggregate.max("V", "Most"));
    for (var round = 0; round < 50; round++) {
      var entities = new ArrayList<Entity>();
      for (var i = 0; i < 60; i++) {
        entities.add(entity("V", number(random)));
      }
      var once = values(aggregation, entities);
      Collections.shuffle(entities, random);

      assertThat(values(aggregation, entities)).as("round=%d", round).isEqualTo(once);
    }
  }

  @Test
  void foldsOfPartsHaveTogetherTheResultOfOne() {
    var random = new Random(12);
    var aggregation = Aggregation.of(
            Aggregate.count("Count"),
            Aggregate.sum("V", "Sum"),
            Aggregate.average("V", "Mean"),
            Aggregate.min("V", "Least"),
            Aggregate.max("V", "Most"))
        .groupBy("G");
    for (var round = 0; round < 50; round++) {
      var whole = new AggregateFold(aggregation);
      var parts = List.of(
          new AggregateFold(aggregation),
          new AggregateFold(aggregation),
          new AggregateFold(aggregation));
      for (var i = 0; i < 60; i++) {
        var entity = Entity.builder("p", "r")
            .set("G", random.nextInt(4))
            .set("V", number(random))
            .build();
        whole.add(entity);
        parts.get(random.nextInt(parts.size())).add(entity);
      }
      parts.get(0).addAll(parts.get(1));
      parts.get(2).addAll(parts.get(0));

      assertThat(parts.get(2).groups().stream().map(Entity::toMap))
          .as("round=%d", round)
          .isEqualTo(whole.groups().stream().map(Entity::toMap).toList());
    }
  }

  @Test
  void aSumOfSumsCarriesIntoThe128Bits() {
    for (var sign : List.of(1L, -1L)) {
      var aggregation = Aggregation.of(Aggregate.sum("V", "Sum"), Aggregate.average("V", "Mean"));
      var one = new AggregateFold(aggregation);
      var other = new AggregateFold(aggregation);
      one.add(entity("V", new EdmInt64(sign * Long.MAX_VALUE)));
      other.add(entity("V", new EdmInt64(sign * Long.MAX_VALUE)));
      one.addAll(other);

      assertThatThrownBy(one::groups).hasMessageContaining("exceedsInt64");

      var back = new AggregateFold(aggregation);
      back.add(entity("V", new EdmInt64(-sign * Long.MAX_VALUE)));
      one.addAll(back);
      assertThat(one.groups().get(0).toMap())
          .containsEntry("Sum", new EdmInt64(sign * Long.MAX_VALUE));
    }
  }

  @Test
  void partsWithTooManyGroupsTogetherFail() {
    var aggregation = Aggregation.of(Aggregate.count("Count")).groupBy("G");
    var one = new AggregateFold(aggregation);
    var other = new AggregateFold(aggregation);
    for (var group = 0; group < Aggregation.MAX_GROUPS; group++) {
      (group % 2 == 0 ? one : other).add(entity("G", new EdmInt32(group)));
    }
    one.addAll(other);
    assertThat(one.groups()).hasSize(Aggregation.MAX_GROUPS);

    var more = new AggregateFold(aggregation);
    more.add(entity("G", new EdmInt32(Aggregation.MAX_GROUPS)));
    assertThatThrownBy(() -> one.addAll(more)).hasMessageContaining("groups limit=1000");
  }

  private static EdmValue number(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new EdmInt32(random.nextInt(5));
      case 1 -> new EdmInt64(random.nextInt(3) + (1L << 53));
      case 2 -> new EdmDouble(random.nextInt(5) * (random.nextBoolean() ? 1.0 : -0.0));
      default ->
        new EdmDouble(random.nextGaussian() * Math.scalb(1.0, random.nextInt(2000) - 1000));
    };
  }

  @Test
  void everyKindOfValueHasItsResult() {
    var aggregation = Aggregation.of(
        Aggregate.count("Count"), Aggregate.sum("V", "Sum"), Aggregate.max("V", "Most"));

    assertThat(values(
            aggregation,
            List.of(
                entity("V", new EdmDouble(Double.NaN)),
                entity("V", new EdmInt32(4)),
                entity("V", new EdmString("text")),
                entity("W", new EdmInt32(8)))))
        .isEqualTo(Map.of(
            "Count", new EdmInt64(4),
            "Sum", new EdmDouble(Double.NaN),
            "Most", new EdmString("text")));
    assertThat(values(
            aggregation,
            List.of(
                entity("V", new EdmDouble(Double.POSITIVE_INFINITY)),
                entity("V", new EdmDouble(-Double.MAX_VALUE)))))
        .isEqualTo(Map.of(
            "Count", new EdmInt64(2),
            "Sum", new EdmDouble(Double.POSITIVE_INFINITY),
            "Most", new EdmDouble(Double.POSITIVE_INFINITY)));
    assertThat(values(
            aggregation,
            List.of(
                entity("V", new EdmDouble(Double.MAX_VALUE)),
                entity("V", new EdmDouble(Double.MAX_VALUE)))))
        .containsEntry("Sum", new EdmDouble(Double.POSITIVE_INFINITY));
  }

  @Test
  void aGroupIsMadeWhenItIsAskedFor() {
    var fold = new AggregateFold(Aggregation.of(Aggregate.sum("V", "Sum")).groupBy("G"));
    fold.add(Entity.builder("p", "1").set("G", "a").set("V", 1L).build());
    fold.add(Entity.builder("p", "2").set("G", "b").set("V", Long.MAX_VALUE).build());
    fold.add(Entity.builder("p", "3").set("G", "b").set("V", 1L).build());

    var results = fold.results();

    assertThat(results.next().toMap()).containsEntry("Sum", new EdmInt64(1));
    assertThatThrownBy(results::next).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void aLongSumIsExact() {
    var fold = new AggregateFold(
        Aggregation.of(Aggregate.sum("V", "Sum"), Aggregate.average("V", "Mean")));
    for (var i = 0; i < 1_000_000; i++) {
      fold.add(entity("V", new EdmDouble(0.1)));
    }

    var tenths = fold.groups().get(0).toMap();
    assertThat(tenths).containsEntry("Sum", new EdmDouble(100_000.0));
    assertThat(tenths).containsEntry("Mean", new EdmDouble(0.1));
  }

  private static Map<String, EdmValue> values(Aggregation aggregation, List<Entity> entities) {
    var fold = new AggregateFold(aggregation);
    entities.forEach(fold::add);
    return fold.groups().get(0).toMap();
  }

  private static Entity entity(String name, EdmValue value) {
    return Entity.builder("p", "r").set(name, value).build();
  }
}
