package io.weir.perf.engine.run;

import io.weir.perf.engine.Subjects;
import io.weir.perf.process.Environment;
import io.weir.perf.workload.DataSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All results of an {@link EngineRun}, as Markdown. */
record EngineReport(
    List<BenchmarkResult> measured,
    List<BenchmarkResult> sizes,
    List<BenchmarkResult> indexed,
    List<Footprint> footprints,
    List<Footprint> overwritten) {

  EngineReport {
    measured = List.copyOf(measured);
    sizes = List.copyOf(sizes);
    indexed = List.copyOf(indexed);
    footprints = List.copyOf(footprints);
    overwritten = List.copyOf(overwritten);
  }

  @Override
  public String toString() {
    return """
        %s

        Targets:

        %s
        %s
        What a store occupies after loading:

        %s
        What it occupies after all writes of the tasks:

        %s
        Weir by size:

        %s
        Weir with indexes:

        %s""".formatted(
            Environment.now("", "engine", 0).describe(),
            new EngineGoals(measured, sizes, indexed, footprints, overwritten),
            new ComparisonTables(measured),
            Footprint.table(footprints),
            Footprint.table(overwritten),
            new ComparisonTables(bySize()),
            new ComparisonTables(indexed));
  }

  /**
   * Returns the measurements by size, including those of the data on which all stores were
   * compared.
   */
  private List<BenchmarkResult> bySize() {
    var all = new ArrayList<>(sizes);
    measured.stream()
        .filter(one -> one.subject().equals(Subjects.WEIR))
        .filter(one -> sizes.stream()
            .anyMatch(other ->
                other.task() == one.task() && other.data().shape() == one.data().shape()))
        .forEach(all::add);
    all.sort((one, other) -> one.task() == other.task()
        ? Integer.compare(one.data().entities(), other.data().entities())
        : one.task().compareTo(other.task()));
    return all;
  }

  /** Returns the number and the size of the entities of a data set. */
  static String describe(DataSet data) {
    return String.format(
        Locale.ROOT, "%,d %s", data.entities(), data.shape().name().toLowerCase(Locale.ROOT));
  }
}
