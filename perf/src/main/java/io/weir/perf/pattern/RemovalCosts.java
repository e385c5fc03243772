package io.weir.perf.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.filter.Filter;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.pattern.HighVolumeDelete;
import io.weir.pattern.filter.Condition;
import reactor.core.publisher.Mono;

/** Removing a department: one by one, in batches, as a range. */
final class RemovalCosts {

  private static final String PATTERN = "high-volume-delete";
  private static final int WAYS = 3;
  private static final int IN_FLIGHT = 64;

  private final PatternBench bench;
  private final TableName table = new TableName("Leaving");
  private int removed;

  RemovalCosts(PatternBench bench) {
    this.bench = bench;
  }

  void measure() {
    var inDepartment = bench.staff().inDepartment();
    var times = Math.min(bench.effort().slowly(), bench.staff().departments() / (2 * WAYS));
    StaffLoader.load(
        bench.raw(), table, bench.staff().first(2 * WAYS * times * inDepartment).all());
    bench
        .ask(PATTERN, "remove a department of " + inDepartment + " employees", times)
        .naive("one by one, " + IN_FLIGHT + " at once", i -> oneByOne(next()))
        .pattern(
            "batches",
            i -> HighVolumeDelete.over(bench.tables())
                .inBatches()
                .delete(table, next())
                .then())
        .natively(
            "range",
            i -> HighVolumeDelete.over(bench.tables()).delete(table, next()).then());
    bench.drop(table);
  }

  private Filter next() {
    return Condition.partitionKey().is(Staff.department(removed++)).filter();
  }

  private Mono<Void> oneByOne(Filter department) {
    return bench
        .tables()
        .query(table, Query.ALL.where(department).select("PartitionKey", "RowKey"))
        .flatMap(
            found -> bench.tables().write(table, new Write.Delete(found.key(), IfMatch.ANY)),
            IN_FLIGHT)
        .then();
  }
}
