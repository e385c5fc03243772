package io.weir.perf.pattern;

import io.weir.api.TableName;
import io.weir.perf.process.Surroundings;
import io.weir.perf.report.Measurement;
import io.weir.perf.target.WeirTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Measures all patterns with one server, and those over several services with two. Blocks. */
final class PatternRun {

  /** The log is kept for the view that is built from the beginning. */
  private static final String KEPT_MIB = "4096";

  private final Surroundings surroundings;
  private final PatternEffort effort;
  private final Consumer<String> progress;

  PatternRun(Surroundings surroundings, PatternEffort effort, Consumer<String> progress) {
    this.surroundings = surroundings;
    this.effort = effort;
    this.progress = progress;
  }

  List<Measurement> measure() throws IOException {
    try (var server = WeirTable.start(
        surroundings,
        "sync",
        "--feed-retention-size",
        KEPT_MIB,
        "--feed-retention-unclaimed",
        KEPT_MIB)) {
      var counts = new CallCounts();
      var clients = server.client();
      var bench = new PatternBench(
          surroundings,
          clients.tables(),
          new CountedTables(clients.tables(), counts),
          clients.tables(),
          clients.queues(),
          counts,
          new CostMeter(effort.employees(), counts, List.of(server.cpu()), progress),
          new StoredPages(server.server().port()),
          Staff.of(effort.employees()),
          effort,
          progress);
      return measure(bench);
    }
  }

  private static List<Measurement> measure(PatternBench bench) throws IOException {
    var employees = new TableName("Employees");
    new FindingCosts(bench).measure();
    new JoinCosts(bench, employees).measure();
    bench.drop(employees);
    new MovingCosts(bench).measure();
    new RemovalCosts(bench).measure();
    new SeriesCosts(bench).measure();
    new CounterCosts(bench).measure();
    new SizeCosts(bench).measure();
    new ViewCosts(bench).measure();
    new RelationCosts(bench).measure();
    var overSeveral = new ShardingCosts(bench).measure();
    var all = new ArrayList<>(bench.meter().costs());
    all.addAll(overSeveral);
    return all;
  }
}
