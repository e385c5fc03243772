package io.weir.api.aggregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AggregationParserTest {

  @Test
  void aggregatesOfAllEntitiesAreRead() {
    assertThat(AggregationParser.parse(
            "aggregate(Amount with sum as Total,Amount with min as Least,Amount with max as Most,"
                + "Amount with average as Mean,$count as Birds)"))
        .isEqualTo(Aggregation.of(
            Aggregate.sum("Amount", "Total"),
            Aggregate.min("Amount", "Least"),
            Aggregate.max("Amount", "Most"),
            Aggregate.average("Amount", "Mean"),
            Aggregate.count("Birds")));
  }

  @Test
  void groupsAreReadWithAndWithoutAggregates() {
    assertThat(
            AggregationParser.parse("groupby((Species,PartitionKey),aggregate($count as Birds))"))
        .isEqualTo(Aggregation.of(Aggregate.count("Birds")).groupBy("Species", "PartitionKey"));
    assertThat(AggregationParser.parse("groupby((Species))"))
        .isEqualTo(new Aggregation(List.of("Species"), List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " groupby ( ( Species ) , aggregate ( Amount  with\tsum as Total , $count as Birds ) ) ",
        "groupby((Species),aggregate(Amount with sum as Total,$count as Birds))"
      })
  void blanksBetweenWordsHaveNoMeaning(String text) {
    assertThat(AggregationParser.parse(text))
        .isEqualTo(Aggregation.of(Aggregate.sum("Amount", "Total"), Aggregate.count("Birds"))
            .groupBy("Species"));
  }

  @Test
  void wordsOfTheGrammarAreNamesInTheirPlaces() {
    assertThat(AggregationParser.parse("groupby((aggregate),aggregate(with with sum as as))"))
        .isEqualTo(Aggregation.of(Aggregate.sum("with", "as")).groupBy("aggregate"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                              | 0  | aggregate or groupby",
        "aggregate                                       | 9  | openingBracket",
        "aggregate()                                     | 10 | property",
        "aggregate(Amount)                               | 16 | with",
        "aggregate(Amount as Total)                      | 17 | with",
        "aggregate(Amount with sum)                      | 25 | as",
        "aggregate(Amount with sum as 1)                 | 29 | alias",
        "aggregate(Amount with sum as RowKey)            | 29 | alias",
        "aggregate(Amount with sum as Total              | 34 | closingBracket",
        "aggregate(Amount with sum as Total,)            | 35 | property",
        "aggregate($count as Birds) and                  | 27 | endOfApply",
        "aggregate($counts as Birds)                     | 16 | as",
        "aggregate(Address/City with sum as A)           | 17 | with",
        "groupby(Species)                                | 8  | openingBracket",
        "groupby((Species)                               | 17 | closingBracket",
        "groupby((Species),filter(A eq 1))               | 18 | aggregate",
        "groupby((rollup(Species)))                      | 15 | closingBracket",
      })
  void anErrorNamesItsOffset(String text, int offset, String expected) {
    var failure = failure(text);

    assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT);
    assertThat(failure.facts()).isEqualTo("applyOffset=" + offset + " expected=" + expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "filter(A eq 1)                                  | 0  | filter instead=$filter",
        "topcount(2,Amount)                              | 0  | topcount",
        "Aggregate($count as Birds)                      | 0  | Aggregate",
        "aggregate($count as A)/aggregate($count as B)   | 22 | severalTransformations",
        "aggregate(A with countdistinct as B)            | 17 | method expected=sum, min, max or average",
        "aggregate(A with $count as B)                   | 17 | method expected=sum, min, max or average",
      })
  void whatIsNotOfferedIsNamed(String text, int offset, String what) {
    var failure = failure(text);

    assertThat(failure.code()).isEqualTo(ErrorCode.NOT_IMPLEMENTED);
    assertThat(failure.facts()).isEqualTo("applyOffset=" + offset + " lacks=" + what);
  }

  private static InvalidRequestException failure(String text) {
    return catchThrowableOfType(InvalidRequestException.class, () -> AggregationParser.parse(text));
  }

  @Test
  void theTextOfAnAggregationIsReadBack() {
    var random = new Random(7);
    for (var round = 0; round < 300; round++) {
      var aggregation = aggregation(random);

      assertThat(AggregationParser.parse(aggregation.toString())).isEqualTo(aggregation);
    }
  }

  private static Aggregation aggregation(Random random) {
    var names = List.of("Amount", "a_1", "é", "with", "as", "PartitionKey", "aggregate");
    var functions = AggregateFunction.values();
    var aggregates = new ArrayList<Aggregate>();
    for (var i = 0; i < random.nextInt(Aggregation.MAX_AGGREGATES + 1); i++) {
      var function = functions[random.nextInt(functions.length)];
      var property = names.get(random.nextInt(names.size()));
      aggregates.add(new Aggregate(
          function, function == AggregateFunction.COUNT ? "" : property, "Alias" + i));
    }
    var groupBy = names.subList(0, random.nextInt(Aggregation.MAX_PROPERTIES + 1));
    return new Aggregation(
        groupBy.isEmpty() && aggregates.isEmpty() ? List.of("Amount") : groupBy, aggregates);
  }
}
