package io.weir.cli.demo;

import io.weir.api.Query;
import io.weir.api.index.IndexHint;
import io.weir.api.index.SortProperty;
import java.util.List;

/**
 * A query of {@link Birdstrikes}.
 *
 * @param title the question in words
 * @param filter the same as {@code $filter}; empty for everything
 * @param properties the properties of the answer to print
 * @param order the properties that the answer is sorted by; empty for the order of keys
 * @param top most entities of the answer; {@link Query#NO_TOP} for all
 * @param hint which indexes may be used
 */
record Question(
    String title,
    String filter,
    List<String> properties,
    List<SortProperty> order,
    int top,
    IndexHint hint) {

  /** The question that the tour asks without an index, and again through one. */
  static final Question DEAR_STRIKES = new Question(
      "Strikes that cost more than a million dollars, the whole table looked through",
      "CostTotal gt 1000000",
      List.of("PartitionKey", "RowKey", "AirportName", "WildlifeSpecies", "CostTotal"),
      List.of(),
      Query.NO_TOP,
      IndexHint.NONE);

  /** One question for each access path, from the cheapest to the most expensive. */
  public static final List<Question> ALL = List.of(
      new Question(
          "The geese of LaGuardia, by both keys",
          "PartitionKey eq 'New York' and RowKey eq '1995-09-19-03497'",
          List.of("RowKey", "AirportName", "WildlifeSpecies", "Damage", "CostTotal")),
      new Question(
          "Two strikes by their keys, where other services scan the partition",
          "PartitionKey eq 'New York' and (RowKey eq '1992-10-24-01613' or RowKey eq '1995-09-19-03497')",
          List.of("RowKey", "AirportName", "WildlifeSpecies", "CostTotal")),
      new Question(
          "California in July 1995, a range of row keys",
          "PartitionKey eq 'California' and RowKey ge '1995-07' and RowKey lt '1995-08'",
          List.of("RowKey", "AirportName", "WildlifeSpecies", "TimeOfDay")),
      new Question(
          "Large birds in Louisiana, one partition looked through",
          "PartitionKey eq 'Louisiana' and WildlifeSize eq 'Large'",
          List.of("RowKey", "AircraftModel", "WildlifeSpecies", "SpeedKnots", "CostTotal")),
      new Question(
          "At dawn, in the states that begin with M, a range of partitions",
          "PartitionKey ge 'M' and PartitionKey lt 'N' and TimeOfDay eq 'Dawn'",
          List.of("PartitionKey", "RowKey", "AirportName", "FlightPhase")),
      DEAR_STRIKES,
      new Question(
          "All of it, streamed and counted",
          "",
          List.of("PartitionKey", "RowKey", "Operator", "FlightDate")));

  public Question {
    properties = List.copyOf(properties);
    order = List.copyOf(order);
  }

  private Question(String title, String filter, List<String> properties) {
    this(title, filter, properties, List.of(), Query.NO_TOP, IndexHint.AUTO);
  }

  /** Returns this question with another title, and with every index allowed. */
  Question throughIndex(String otherTitle) {
    return new Question(otherTitle, filter, properties, order, top, IndexHint.AUTO);
  }

  Query query() {
    var all = Query.ALL
        .select(properties.toArray(String[]::new))
        .orderBy(order)
        .top(top)
        .hint(hint);
    return filter.isEmpty() ? all : all.where(filter);
  }
}
