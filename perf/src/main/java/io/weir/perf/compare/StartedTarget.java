package io.weir.perf.compare;

import io.weir.perf.target.Table;
import io.weir.perf.target.Target;
import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.InsertedRows;
import io.weir.perf.workload.Population;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A target that was started, and the tables that it has loaded. Belongs to the launcher's thread, which waits. */
final class StartedTarget {

  private static final Duration LOADING = Duration.ofMinutes(20);

  private final TargetKind kind;
  private final Target target;
  private final Map<Population, Loaded> tables = new HashMap<>();

  /** A table, and what was inserted into it. */
  record Loaded(Table table, Population population, InsertedRows inserted) {}

  StartedTarget(TargetKind kind, Target target) {
    this.kind = kind;
    this.target = target;
  }

  TargetKind kind() {
    return kind;
  }

  Target target() {
    return target;
  }

  /** The table of a population, loaded when it is asked for first. */
  Loaded table(Population population) {
    return tables.computeIfAbsent(population, this::load);
  }

  private Loaded load(Population population) {
    var table = target.load(population).blockOptional(LOADING).orElseThrow();
    return new Loaded(table, population, new InsertedRows(population.entities()));
  }
}
