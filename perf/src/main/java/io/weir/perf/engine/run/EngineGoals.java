package io.weir.perf.engine.run;

import io.weir.perf.engine.LoadBeside;
import io.weir.perf.engine.Subjects;
import io.weir.perf.report.ReportTable;
import io.weir.perf.report.Spread;
import io.weir.perf.workload.RowSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The goals of the engine with the measured numbers, as a table of Markdown. */
final class EngineGoals {

  private static final List<String> HEAD =
      List.of("target", "entities", "bound", "measured", "by processor time");

  /**
   * The processor time that upserts may take, by the number of indexes, as a multiple of that
   * without indexes.
   */
  private static final Map<Integer, Double> UPSERT_COSTS = Map.of(1, 1.5, 3, 2.2, 5, 3.0);

  private final List<List<String>> rows = new ArrayList<>();

  EngineGoals(
      List<BenchmarkResult> measured,
      List<BenchmarkResult> sizes,
      List<BenchmarkResult> indexed,
      List<Footprint> footprints,
      List<Footprint> overwritten) {
    for (var data : measured.stream().map(BenchmarkResult::data).distinct().toList()) {
      var own = measured.stream().filter(one -> one.data().equals(data)).toList();
      ratio(own, "point read ÷ RocksDB", BenchmarkTask.POINT_READ, Subjects.ROCKSDB, 3);
      ratio(own, "point read ÷ LMDB", BenchmarkTask.POINT_READ, Subjects.LMDB, 0.9);
      ratio(own, "range of 1,000 ÷ RocksDB", BenchmarkTask.RANGE, Subjects.ROCKSDB, 3);
      ratio(own, "range of 1,000 ÷ LMDB", BenchmarkTask.RANGE, Subjects.LMDB, 1.2);
      ratio(own, "upsert, forced ÷ RocksDB", BenchmarkTask.FORCED_UPSERT, Subjects.ROCKSDB, 4);
      ratio(
          own,
          "upsert, forced ÷ the disk's forces × 64",
          BenchmarkTask.FORCED_UPSERT,
          Subjects.DISK,
          0.8);
      var wanted = data.shape() == RowSize.NARROW ? 2 : 1.5;
      ratio(own, "upsert ÷ RocksDB", BenchmarkTask.UPSERT, Subjects.ROCKSDB, wanted);
      ratio(own, "batch of 100 ÷ RocksDB", BenchmarkTask.BATCH, Subjects.ROCKSDB, 1.2);
      ratio(own, "batch of 100, forced ÷ RocksDB", BenchmarkTask.FORCED_BATCH, Subjects.ROCKSDB, 2);
      slowdown(
          own,
          "p99.9 of point reads beside a load ÷ without",
          BenchmarkTask.BESIDE_LOAD,
          BenchmarkResult::p999Micros,
          3);
    }
    size(sizes);
    indexes(indexed);
    footprints.stream()
        .filter(footprint -> footprint.subject().equals(Subjects.WEIR))
        .max(Comparator.comparingInt(footprint -> footprint.data().entities()))
        .ifPresent(footprint -> row(
            "heap bytes an entity",
            EngineReport.describe(footprint.data()),
            "≤ 8",
            text(Optional.of(footprint.heapBytesAnEntity())),
            ""));
    overwritten.stream()
        .filter(footprint -> footprint.subject().equals(Subjects.WEIR))
        .filter(footprint -> measured.stream().anyMatch(one -> one.data().equals(footprint.data())))
        .forEach(this::room);
  }

  private void room(Footprint overwritten) {
    var data = EngineReport.describe(overwritten.data());
    var pages = overwritten.diskBytesAUserByte(Set.of(Footprint.PAGES));
    var all = overwritten.diskBytesAUserByte();
    row("page files a user byte, overwritten", data, "≤ 1.5", text(Optional.of(pages)), "");
    row("all files a user byte, overwritten", data, "≤ 2.2", text(Optional.of(all)), "");
  }

  private void ratio(
      List<BenchmarkResult> own, String what, BenchmarkTask task, String other, double bound) {
    var weir = find(own, task, Subjects.WEIR);
    var peer = find(own, task, other);
    row(
        what,
        EngineReport.describe(own.get(0).data()),
        "≥ " + bound,
        text(times(weir, peer, BenchmarkResult::perSecond)),
        other.equals(Subjects.DISK) ? "" : text(times(peer, weir, BenchmarkResult::cpuMicros)));
  }

  private void slowdown(
      List<BenchmarkResult> own,
      String what,
      BenchmarkTask task,
      Function<BenchmarkResult, Spread> which,
      int bound) {
    var quiet = own.stream()
        .filter(one -> one.beside().equals(LoadBeside.Kind.NOTHING.name()))
        .toList();
    var loaded = own.stream()
        .filter(one -> one.beside().equals(LoadBeside.Kind.LOAD.name()))
        .toList();
    var times = times(find(loaded, task, Subjects.WEIR), find(quiet, task, Subjects.WEIR), which);
    row(what, EngineReport.describe(own.get(0).data()), "≤ " + bound, text(times), "");
  }

  private void indexes(List<BenchmarkResult> indexed) {
    var none = indexed.stream().filter(one -> one.data().shape().indexes() == 0).toList();
    for (var one : indexed) {
      switch (one.task()) {
        case UPSERT -> moreUpsertCost(one, find(none, BenchmarkTask.UPSERT, Subjects.WEIR));
        case INDEX_EQ ->
          row(
              "equality on an index, 10 hits, CPU µs",
              EngineReport.describe(one.data()),
              "≤ 60",
              "",
              text(Optional.of(one.cpuMicros().median())));
        case BACKFILL ->
          row(
              "backfill, entities a second",
              EngineReport.describe(one.data()),
              "≥ 200,000",
              String.format(Locale.ROOT, "%,.0f", one.perSecond().median()),
              "");
        default -> {}
      }
    }
    if (!none.isEmpty()) {
      slowdown(
          none,
          "p99 of reads and upserts beside a backfill ÷ without",
          BenchmarkTask.BESIDE_BACKFILL,
          BenchmarkResult::p99Micros,
          2);
    }
  }

  private void moreUpsertCost(BenchmarkResult upsert, Optional<BenchmarkResult> without) {
    var bound = UPSERT_COSTS.get(upsert.data().shape().indexes());
    if (bound != null) {
      row(
          "upsert with indexes ÷ without",
          EngineReport.describe(upsert.data()),
          "≤ " + bound,
          "",
          text(times(Optional.of(upsert), without, BenchmarkResult::cpuMicros)));
    }
  }

  private void size(List<BenchmarkResult> sizes) {
    var bySize = Comparator.<BenchmarkResult>comparingInt(one -> one.data().entities());
    var reads =
        sizes.stream().filter(one -> one.task() == BenchmarkTask.POINT_READ).toList();
    var few = reads.stream().min(bySize);
    var many = reads.stream().max(bySize);
    row(
        "point read ÷ that of the smallest",
        many.map(found -> EngineReport.describe(found.data())).orElse(""),
        "≥ 0.7",
        text(times(many, few, BenchmarkResult::perSecond)),
        text(times(few, many, BenchmarkResult::cpuMicros)));
  }

  private static Optional<BenchmarkResult> find(
      List<BenchmarkResult> among, BenchmarkTask task, String subject) {
    return among.stream()
        .filter(one -> one.task() == task && one.subject().equals(subject))
        .findFirst();
  }

  private static Optional<Double> times(
      Optional<BenchmarkResult> one,
      Optional<BenchmarkResult> other,
      Function<BenchmarkResult, Spread> which) {
    return one.flatMap(above ->
        other.map(below -> which.apply(above).median() / which.apply(below).median()));
  }

  private void row(String... columns) {
    rows.add(List.of(columns));
  }

  private static String text(Optional<Double> number) {
    return number.map(found -> String.format(Locale.ROOT, "%.2f", found)).orElse("–");
  }

  @Override
  public String toString() {
    return new ReportTable(HEAD, 2, rows).markdown();
  }
}
