package io.weir.perf.engine.run;

import io.weir.perf.engine.Subjects;
import io.weir.perf.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All that an {@link EngineRun} found, as Markdown. */
final class EngineReport {

  private final List<BenchmarkResult> measured;
  private final List<BenchmarkResult> sizes;
  private final List<Footprint> footprints;

  EngineReport(List<BenchmarkResult> measured, List<BenchmarkResult> sizes, List<Footprint> footprints) {
    this.measured = List.copyOf(measured);
    this.sizes = List.copyOf(sizes);
    this.footprints = List.copyOf(footprints);
  }

  @Override
  public String toString() {
    return """
        %s

        Targets:

        %s
        %s
        What a store takes after loading:

        %s%s
        Weir by size:

        %s""".formatted(
            Machine.describe(),
            new EngineGoals(measured, sizes, footprints),
            new ComparisonTables(measured),
            Footprint.HEAD,
            footprints.stream().map(Footprint::row).collect(Collectors.joining()),
            new ComparisonTables(bySize()));
  }

  /** What was measured by size, and beside it the same of the data that all were compared on. */
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
}
