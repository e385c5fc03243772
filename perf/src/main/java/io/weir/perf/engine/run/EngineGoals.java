package io.weir.perf.engine.run;

import io.weir.perf.engine.Disturbance;
import io.weir.perf.engine.Subjects;
import io.weir.perf.result.ReportTable;
import io.weir.perf.result.Spread;
import io.weir.perf.workload.DataSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The goals of the engine with the measured numbers, as a table of Markdown. */
final class EngineGoals {

  private static final List<String> HEAD =
      List.of("target", "entities", "bound", "measured", "by processor time");

  private final List<BenchmarkResult> measured;
  private final List<BenchmarkResult> sizes;
  private final List<Footprint> footprints;
  private final List<List<String>> rows = new ArrayList<>();

  EngineGoals(
      List<BenchmarkResult> measured, List<BenchmarkResult> sizes, List<Footprint> footprints) {
    this.measured = measured;
    this.sizes = sizes;
    this.footprints = footprints;
    for (var data : dataSets()) {
      ratio(data, "point read ÷ RocksDB", BenchmarkTask.POINT_READ, Subjects.ROCKSDB, 3);
      ratio(data, "point read ÷ LMDB", BenchmarkTask.POINT_READ, Subjects.LMDB, 0.9);
      ratio(data, "range of 1,000 ÷ RocksDB", BenchmarkTask.RANGE, Subjects.ROCKSDB, 3);
      ratio(data, "range of 1,000 ÷ LMDB", BenchmarkTask.RANGE, Subjects.LMDB, 1.2);
      ratio(data, "upsert, forced ÷ RocksDB", BenchmarkTask.FORCED_UPSERT, Subjects.ROCKSDB, 1.5);
      ratio(
          data,
          "upsert, forced ÷ the disk's forces × 64",
          BenchmarkTask.FORCED_UPSERT,
          Subjects.DISK,
          0.8);
      ratio(data, "upsert ÷ RocksDB", BenchmarkTask.UPSERT, Subjects.ROCKSDB, 1.2);
      slowdown(data);
    }
    size();
  }

  private Collection<DataSet> dataSets() {
    return measured.stream()
        .map(BenchmarkResult::data)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private void ratio(DataSet data, String what, BenchmarkTask task, String other, double bound) {
    var rate = ratio(data, task, other, BenchmarkResult::perSecond);
    var cost = ratio(data, task, other, BenchmarkResult::cpuMicros).map(times -> 1 / times);
    row(
        what,
        EngineReport.describe(data),
        "≥ " + bound,
        text(rate),
        other.equals(Subjects.DISK) ? "" : text(cost));
  }

  private Optional<Double> ratio(
      DataSet data, BenchmarkTask task, String other, Function<BenchmarkResult, Spread> which) {
    return find(measured, data, task, Subjects.WEIR)
        .flatMap(weir -> find(measured, data, task, other)
            .map(peer -> which.apply(weir).median() / which.apply(peer).median()));
  }

  private void slowdown(DataSet data) {
    var quiet = beside(data, Disturbance.Kind.NOTHING);
    var loaded = beside(data, Disturbance.Kind.LOAD);
    var times = loaded.flatMap(with -> quiet.map(without -> with / without));
    row(
        "p99.9 of point reads beside a load ÷ without",
        EngineReport.describe(data),
        "≤ 3",
        text(times),
        "");
  }

  private Optional<Double> beside(DataSet data, Disturbance.Kind kind) {
    return measured.stream()
        .filter(one -> one.task() == BenchmarkTask.BESIDE_LOAD
            && one.data().equals(data)
            && one.subject().equals(Subjects.WEIR)
            && one.beside().equals(kind.name()))
        .map(one -> one.p999Micros().median())
        .findFirst();
  }

  private void size() {
    var bySize = Comparator.<BenchmarkResult>comparingInt(one -> one.data().entities());
    var reads =
        sizes.stream().filter(one -> one.task() == BenchmarkTask.POINT_READ).toList();
    var small = reads.stream().min(bySize);
    var large = reads.stream().max(bySize);
    var rate = small.flatMap(
        few -> large.map(many -> many.perSecond().median() / few.perSecond().median()));
    var cost = small.flatMap(
        few -> large.map(many -> few.cpuMicros().median() / many.cpuMicros().median()));
    row("point read ÷ that of the smallest", of(large), "≥ 0.7", text(rate), text(cost));
    footprints.stream()
        .filter(footprint -> footprint.subject().equals(Subjects.WEIR))
        .max(Comparator.comparingInt(footprint -> footprint.data().entities()))
        .ifPresent(footprint -> row(
            "heap bytes an entity",
            EngineReport.describe(footprint.data()),
            "≤ 8",
            text(Optional.of(footprint.heapBytesAnEntity())),
            ""));
  }

  private static Optional<BenchmarkResult> find(
      List<BenchmarkResult> among, DataSet data, BenchmarkTask task, String subject) {
    return among.stream()
        .filter(one ->
            one.task() == task && one.data().equals(data) && one.subject().equals(subject))
        .findFirst();
  }

  private void row(String... columns) {
    rows.add(List.of(columns));
  }

  private static String of(Optional<BenchmarkResult> one) {
    return one.map(found -> EngineReport.describe(found.data())).orElse("");
  }

  private static String text(Optional<Double> number) {
    return number.map(found -> String.format(Locale.ROOT, "%.2f", found)).orElse("–");
  }

  @Override
  public String toString() {
    return new ReportTable(HEAD, 2, rows).markdown();
  }
}
