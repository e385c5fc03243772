package io.weir.perf.compare;

import io.weir.perf.target.LoadedTable;
import io.weir.perf.target.Target;
import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.Population;
import java.util.HashMap;
import java.util.Map;

/**
 * A started target with the tables that it has loaded. Belongs to the launcher's thread, which
 * blocks.
 */
record StartedTarget(TargetKind kind, Target target, Map<Population, LoadedTable> tables) {

  static StartedTarget of(TargetKind kind, Target target) {
    return new StartedTarget(kind, target, new HashMap<>());
  }

  /** Returns the table of a population and loads it on the first call. */
  LoadedTable table(Population population) {
    return tables.computeIfAbsent(population, absent -> LoadedTable.load(target, absent));
  }
}
