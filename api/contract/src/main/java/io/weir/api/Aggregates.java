package io.weir.api;

import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.AggregateFold;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The answer to an aggregation.
 *
 * @param groups the groups in their order, see {@link AggregateFold#groups}; one if nothing is
 *     grouped
 * @param report the cost; its {@code returned} is the number of entities that were aggregated
 */
public record Aggregates(List<Entity> groups, QueryReport report) {

  public Aggregates {
    groups = List.copyOf(groups);
  }

  /**
   * Returns the answer to an aggregation of counts alone ({@link Aggregation#isCount}), whose
   * report has the number.
   */
  public static Aggregates ofCount(Aggregation counts, QueryReport report) {
    var group = new EntityBuilder().key(new EntityKey("", ""));
    for (Aggregate each : counts.aggregates()) {
      group.set(each.alias(), report.returned());
    }
    return new Aggregates(List.of(group.build()), report);
  }

  /** Returns the answer to an aggregation of what a stream emits. */
  static Mono<Aggregates> of(Flux<StreamItem> stream, Aggregation aggregation) {
    return Mono.defer(() -> {
      var fold = new AggregateFold(aggregation);
      return stream
          .<QueryReport>handle((item, sink) -> {
            if (item instanceof StreamItem.Row row) {
              fold.add(row.entity());
            } else if (item instanceof StreamItem.End end) {
              sink.next(end.report());
            }
          })
          .single()
          .map(report -> new Aggregates(fold.groups(), report));
    });
  }
}
