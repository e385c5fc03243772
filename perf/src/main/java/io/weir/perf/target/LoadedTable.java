package io.weir.perf.target;

import io.weir.perf.process.Cpu;
import io.weir.perf.workload.InsertedRows;
import io.weir.perf.workload.Population;
import java.time.Duration;

/**
 * A table that holds a population, with the numbers of the rows that were inserted into it since.
 *
 * @param server processor time of the process that serves the table
 */
public record LoadedTable(
    TargetTable table, Population population, InsertedRows inserted, Cpu server) {

  private static final Duration LOADING = Duration.ofMinutes(20);

  /** Loads a population into a target. Blocks. */
  public static LoadedTable load(Target target, Population population) {
    return of(target.load(population).blockOptional(LOADING).orElseThrow(), population, target);
  }

  /** A table that was loaded already. */
  public static LoadedTable of(TargetTable table, Population population, Target target) {
    return new LoadedTable(
        table, population, new InsertedRows(population.entities()), target.cpu());
  }
}
