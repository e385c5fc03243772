package io.weir.cli.transfer;

import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.aggregate.AggregationParser;
import io.weir.api.error.InvalidRequestException;
import io.weir.cli.terminal.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a query for what is computed from its entities, in place of these. */
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class AggregateOptions {

  @Option(names = "--count", description = "Print the number of entities, as Count.")
  private boolean count;

  @Option(
      names = "--sum",
      paramLabel = "NAME",
      split = ",",
      description = "Print the sum of a property's numbers, as NAME_sum. Default: none.")
  private List<String> sum = List.of();

  @Option(
      names = "--average",
      paramLabel = "NAME",
      split = ",",
      description = "Print the average of a property's numbers, as NAME_average. Default: none.")
  private List<String> average = List.of();

  @Option(
      names = "--min",
      paramLabel = "NAME",
      split = ",",
      description = "Print the least value of a property, as NAME_min. Default: none.")
  private List<String> min = List.of();

  @Option(
      names = "--max",
      paramLabel = "NAME",
      split = ",",
      description = "Print the greatest value of a property, as NAME_max. Default: none.")
  private List<String> max = List.of();

  @Option(
      names = "--group-by",
      paramLabel = "NAME",
      split = ",",
      description =
          "One or two properties: print a row for each combination of their values, 1000 at most. Default: none.")
  private List<String> groupBy = List.of();

  @Option(
      names = "--apply",
      paramLabel = "TEXT",
      description = "The same as $apply of the protocol, such as"
          + " \"groupby((Species),aggregate(CostTotal with sum as Cost))\". Default: none.")
  private @Nullable String apply;

  /** Returns what is asked for; empty if the entities themselves are. */
  Optional<Aggregation> aggregation() {
    var aggregates = aggregates();
    if (apply == null && aggregates.isEmpty() && groupBy.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(apply == null ? new Aggregation(groupBy, aggregates) : parsed(aggregates));
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage("This cannot be computed. " + e.getMessage());
    }
  }

  private Aggregation parsed(List<Aggregate> aggregates) {
    if (!aggregates.isEmpty() || !groupBy.isEmpty()) {
      throw CommandFailure.wrongUsage(
          "--apply says all that is computed; it goes without --count, --sum, --average, --min,"
              + " --max and --group-by.");
    }
    return AggregationParser.parse(apply == null ? "" : apply);
  }

  private List<Aggregate> aggregates() {
    var all = new ArrayList<Aggregate>();
    if (count) {
      all.add(Aggregate.count("Count"));
    }
    sum.forEach(name -> all.add(Aggregate.sum(name, name + "_sum")));
    average.forEach(name -> all.add(Aggregate.average(name, name + "_average")));
    min.forEach(name -> all.add(Aggregate.min(name, name + "_min")));
    max.forEach(name -> all.add(Aggregate.max(name, name + "_max")));
    return all;
  }
}
