package io.weir.api.contract;

import static io.weir.api.aggregate.Aggregate.average;
import static io.weir.api.aggregate.Aggregate.count;
import static io.weir.api.aggregate.Aggregate.max;
import static io.weir.api.aggregate.Aggregate.min;
import static io.weir.api.aggregate.Aggregate.sum;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.AggregateFunction;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Cases for aggregates: they agree with a plain computation from the entities of the answer. */
public interface AggregateContract extends Door {

  /** The seeds of random tables; a failure names its one. */
  int SEEDS = 6;

  @Test
  default void aggregatesOfAllEntitiesAreOneGroup() {
    var strikes = Table.in(this)
        .load(Stream.of(
            entity("TX", "1").set("Cost", 3).set("Height", 1.5).set("Species", "dove"),
            entity("TX", "2").set("Cost", 1L << 40).set("Height", -2.5).set("Species", "gull"),
            entity("NY", "1").set("Cost", -5).set("Species", "crow"),
            entity("NY", "2")));
    midScenario();

    var answer = strikes.aggregate(
        Query.ALL,
        Aggregation.of(
            count("Strikes"),
            sum("Cost", "Costs"),
            average("Cost", "Mean"),
            sum("Height", "Heights"),
            min("Height", "Lowest"),
            max("Species", "Last"),
            max("RowKey", "Row")));

    assertThat(answer.groups()).hasSize(1);
    assertThat(answer.groups().get(0).toMap())
        .containsEntry("Strikes", new EdmInt64(4))
        .containsEntry("Costs", new EdmInt64((1L << 40) - 2))
        .containsEntry("Mean", new EdmDouble(((1L << 40) - 2) / 3.0))
        .containsEntry("Heights", new EdmDouble(-1.0))
        .containsEntry("Lowest", new EdmDouble(-2.5))
        .containsEntry("Last", new EdmString("gull"))
        .containsEntry("Row", new EdmString("2"));
    assertThat(answer.report().returned()).isEqualTo(4);
  }

  @Test
  default void anEmptyAnswerHasACountAndNoOtherValue() {
    var strikes = Table.in(this);
    midScenario();

    var all = Aggregation.of(
        count("Strikes"), sum("Cost", "Costs"), average("Cost", "Mean"), max("Cost", "Most"));

    assertThat(strikes.aggregate(Query.ALL, all).groups().get(0).toMap())
        .hasSize(1)
        .containsEntry("Strikes", new EdmInt64(0));
    assertThat(strikes.aggregate(Query.ALL, all.groupBy("Species")).groups()).isEmpty();
  }

  @Test
  default void groupsComeInTheOrderOfTheirValues() {
    var strikes = Table.in(this)
        .load(Stream.of(
            entity("TX", "1").set("Class", "A").set("Cost", 1),
            entity("TX", "2").set("Class", 7).set("Cost", 2),
            entity("NY", "3").set("Class", "A").set("Cost", 4),
            entity("NY", "4").set("Cost", 8),
            entity("NY", "5").set("Class", 7L),
            entity("CA", "6").set("Class", "B").set("Cost", "much")));
    midScenario();

    var byClass = Aggregation.of(sum("Cost", "Costs")).groupBy("Class");
    var byKeyAndClass = Aggregation.of(count("Strikes")).groupBy("PartitionKey", "Class");

    assertThat(rows(strikes, byClass)).containsExactly("-|8", "7|2", "7|-", "A|5", "B|-");
    assertThat(rows(strikes, byKeyAndClass))
        .containsExactly("CA|B|1", "NY|-|1", "NY|7|1", "NY|A|1", "TX|7|1", "TX|A|1");
    assertThat(rows(strikes, new Aggregation(List.of("Class"), List.of())))
        .containsExactly("-", "7", "7", "A", "B");
  }

  private static List<String> rows(Table table, Aggregation aggregation) {
    return rows(table, Query.ALL, aggregation);
  }

  private static String text(EdmValue value) {
    if (value instanceof EdmString text) {
      return text.value();
    }
    return value instanceof EdmInt32 small
        ? Integer.toString(small.value())
        : Long.toString(((EdmInt64) value).value());
  }

  @Test
  default void aSumOfIntegersFailsBeyondInt64AndOnlyThere() {
    var strikes = Table.in(this)
        .load(Stream.of(
            entity("TX", "1").set("Cost", Long.MAX_VALUE).set("Debt", Long.MIN_VALUE),
            entity("NY", "2").set("Cost", Long.MAX_VALUE).set("Debt", Long.MIN_VALUE),
            entity("CA", "3").set("Cost", -Long.MAX_VALUE).set("Debt", Long.MAX_VALUE),
            entity("CA", "4").set("Debt", 1)));
    midScenario();

    assertInvalid(
        ErrorCode.OUT_OF_RANGE_INPUT,
        () -> strikes.aggregate(
            Query.ALL.where("RowKey lt '3'"), Aggregation.of(sum("Cost", "Costs"))));
    assertInvalid(
        ErrorCode.OUT_OF_RANGE_INPUT,
        () -> strikes.aggregate(
            Query.ALL.where("RowKey lt '3'"), Aggregation.of(sum("Debt", "Debts"))));
    assertThat(strikes
            .aggregate(
                Query.ALL,
                Aggregation.of(sum("Cost", "Costs"), sum("Debt", "Debts"), average("Cost", "Mean")))
            .groups()
            .get(0)
            .toMap())
        .containsEntry("Costs", new EdmInt64(Long.MAX_VALUE))
        .containsEntry("Debts", new EdmInt64(Long.MIN_VALUE))
        .containsEntry("Mean", new EdmDouble(Long.MAX_VALUE / 3.0));
  }

  @Test
  default void aSumOfDoublesDoesNotDependOnTheirOrder() {
    var numbers = List.of(1e16, 1.0, -1e16, 1e-9, 0x1p1023, 0x1p1023, -0x1p1023, -0x1p1023);
    var strikes = Table.in(this)
        .load(IntStream.range(0, numbers.size())
            .mapToObj(i -> entity("P" + i, "r").set("Cost", numbers.get(i))));
    midScenario();

    var answer = strikes.aggregate(Query.ALL, Aggregation.of(sum("Cost", "Costs")));

    assertThat(answer.groups().get(0).getDouble("Costs")).contains(1.0 + 1e-9);
  }

  @Test
  default void aggregatesAgreeWithAPlainComputation() {
    for (var seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      var birds = Table.in(this).load(birds(random));
      midScenario();
      for (var round = 0; round < 12; round++) {
        var aggregation = aggregation(random);
        var filter = FILTERS_OF_ALL.get(random.nextInt(FILTERS_OF_ALL.size()));
        var query = Query.ALL.where(filter);
        var entities = birds.select(query);
        var answer = birds.aggregate(query, aggregation);

        assertThat(ModelAggregation.shown(answer.groups(), aggregation))
            .as("seed=%d filter=%s apply=%s", seed, filter, aggregation)
            .isEqualTo(ModelAggregation.of(entities, aggregation));
        assertThat(answer.report().returned()).isEqualTo(entities.size());
      }
    }
  }

  private static Stream<EntityBuilder> birds(Random random) {
    return IntStream.range(0, 40 + random.nextInt(200)).mapToObj(i -> {
      var bird = entity("p" + random.nextInt(5), Entities.number(i)).set("Number", i % 7);
      for (var name : List.of("Any", "Other")) {
        if (random.nextInt(5) > 0) {
          bird.set(name, any(random));
        }
      }
      return bird.set("Weight", random.nextGaussian() * Math.pow(10, random.nextInt(30)))
          .set("Kind", random.nextBoolean() ? "k" + random.nextInt(4) : "");
    });
  }

  private static EdmValue any(Random random) {
    if (random.nextInt(8) == 0) {
      return new EdmDouble(random.nextBoolean() ? Double.NaN : -0.0);
    }
    var types = EdmType.values();
    var samples = Samples.ascending(types[random.nextInt(types.length)]);
    var value = samples.get(random.nextInt(samples.size()));
    return value instanceof EdmInt64 large ? new EdmInt64(large.value() >> 8) : value;
  }

  private static Aggregation aggregation(Random random) {
    var names = List.of("Any", "Other", "Weight", "Number", "RowKey", "Timestamp", "Absent");
    var groups = List.of("Kind", "Any", "PartitionKey", "Number");
    var aggregates = new ArrayList<Aggregate>();
    for (var i = 0; i <= random.nextInt(5); i++) {
      var functions = AggregateFunction.values();
      aggregates.add(new Aggregate(
          functions[random.nextInt(functions.length)],
          names.get(random.nextInt(names.size())),
          "Value" + i));
    }
    var first = random.nextInt(groups.size());
    var groupBy = groups.subList(first, Math.min(groups.size(), first + random.nextInt(3)));
    return new Aggregation(groupBy, aggregates);
  }

  @Test
  default void aFilterATopAndAPlaceLimitWhatIsAggregated() {
    var strikes =
        Table.in(this).load(Entities.numbered("TX", 300)).load(Entities.numbered("NY", 3));
    var numbers = Aggregation.of(count("Strikes"), sum("Number", "Numbers"));
    var place = Continuation.after(Entities.key("TX", "0289"), Query.ALL.direction());
    midScenario();

    assertThat(rows(strikes, Query.ALL.where("Number ge 298"), numbers)).containsExactly("2|597");
    assertThat(rows(strikes, Query.ALL.where("PartitionKey eq 'TX'").top(5), numbers))
        .containsExactly("5|10");
    assertThat(rows(strikes, Query.ALL.top(0), numbers)).containsExactly("0|-");
    assertThat(rows(strikes, Query.ALL.from(place), numbers)).containsExactly("10|2945");
    assertThat(rows(strikes, Query.ALL.select("PartitionKey"), numbers))
        .containsExactly("303|44853");
  }

  private static List<String> rows(Table table, Query query, Aggregation aggregation) {
    return ModelAggregation.shown(table.aggregate(query, aggregation).groups(), aggregation)
        .stream()
        .map(group -> String.join(
            "|",
            group.values().stream()
                .map(value -> value.map(AggregateContract::text).orElse("-"))
                .toList()))
        .toList();
  }

  @Test
  default void theNumberOfGroupsIsLimited() {
    var most = Aggregation.MAX_GROUPS;
    var strikes =
        Table.in(this).load(Entities.numbered("TX", most)).load(Entities.numbered("NY", 1));
    var byNumber = Aggregation.of(count("Strikes")).groupBy("Number");
    var byKeys = Aggregation.of(count("Strikes")).groupBy("PartitionKey", "RowKey");
    midScenario();

    var groups = strikes.aggregate(Query.ALL, byNumber).groups();
    assertThat(groups).hasSize(most);
    assertThat(groups.get(0).getInt64("Strikes")).contains(2L);
    assertThat(groups.get(most - 1).getInt64("Strikes")).contains(1L);
    var refusal =
        assertInvalid(ErrorCode.INVALID_INPUT, () -> strikes.aggregate(Query.ALL, byKeys));
    assertThat(refusal.facts()).contains("groups limit=" + most);
  }

  @Test
  default void nothingIsAggregatedInAnAbsentTable() {
    var strikes = Table.absentIn(this);

    assertTableNotFound(() -> strikes.aggregate(Query.ALL, Aggregation.COUNT));
    assertTableNotFound(() -> strikes.aggregate(Query.ALL, Aggregation.of(sum("Cost", "Costs"))));
  }

  List<String> FILTERS_OF_ALL = List.of(
      "",
      "",
      "PartitionKey eq 'p1'",
      "PartitionKey ge 'p1' and PartitionKey lt 'p4'",
      "Number lt 4",
      "Weight gt 0.0 and RowKey lt '0100'",
      "Kind eq 'nowhere'");
}
