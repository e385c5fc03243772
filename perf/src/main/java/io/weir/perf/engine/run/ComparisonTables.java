package io.weir.perf.engine.run;

import io.weir.perf.engine.Subjects;
import io.weir.perf.report.ReportTable;
import io.weir.perf.report.Spread;
import io.weir.perf.workload.DataSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Measurements as tables of Markdown: a line for each task and data set, with the stores side by
 * side.
 */
final class ComparisonTables {

  private static final List<String> RATES = List.of(
      "task",
      "entities",
      "Weir per second",
      "lowest – highest",
      "RocksDB",
      "LMDB",
      "× RocksDB",
      "× LMDB");
  private static final List<String> COSTS = List.of(
      "task",
      "entities",
      "Weir CPU µs each",
      "RocksDB",
      "LMDB",
      "RocksDB ÷ Weir",
      "LMDB ÷ Weir",
      "Weir p99 µs",
      "RocksDB",
      "LMDB",
      "Weir p99.9 µs",
      "RocksDB",
      "LMDB");
  private static final String ABSENT = "–";

  private record Key(BenchmarkTask task, DataSet data, String beside) {
    List<String> columns() {
      var load = beside.isEmpty() ? "" : ", beside " + beside.toLowerCase(Locale.ROOT);
      return List.of(task.title() + load, EngineReport.describe(data));
    }
  }

  private final Map<Key, Map<String, BenchmarkResult>> lines = new LinkedHashMap<>();

  ComparisonTables(List<BenchmarkResult> all) {
    for (var measured : all) {
      var key = new Key(measured.task(), measured.data(), measured.beside());
      lines.computeIfAbsent(key, absent -> new LinkedHashMap<>()).put(measured.subject(), measured);
    }
  }

  @Override
  public String toString() {
    return "Operations per second of wall time:\n\n" + table(RATES, ComparisonTables::rates)
        + "\nProcessor time and latency:\n\n" + table(COSTS, ComparisonTables::costs);
  }

  private String table(
      List<String> head, Function<Map<String, BenchmarkResult>, List<String>> cells) {
    var rows = new ArrayList<List<String>>();
    lines.forEach((key, of) ->
        rows.add(Stream.concat(key.columns().stream(), cells.apply(of).stream()).toList()));
    return new ReportTable(head, 2, rows).markdown();
  }

  private static List<String> rates(Map<String, BenchmarkResult> of) {
    return List.of(
        rate(of, Subjects.WEIR, Spread::median),
        of.containsKey(Subjects.WEIR)
            ? rate(of, Subjects.WEIR, Spread::lowest) + " – "
                + rate(of, Subjects.WEIR, Spread::highest)
            : ABSENT,
        rate(of, Subjects.ROCKSDB, Spread::median),
        rate(of, Subjects.LMDB, Spread::median),
        ratio(of, Subjects.WEIR, Subjects.ROCKSDB, BenchmarkResult::perSecond),
        ratio(of, Subjects.WEIR, Subjects.LMDB, BenchmarkResult::perSecond));
  }

  private static List<String> costs(Map<String, BenchmarkResult> of) {
    var cells = new ArrayList<>(numbers(of, BenchmarkResult::cpuMicros));
    cells.add(ratio(of, Subjects.ROCKSDB, Subjects.WEIR, BenchmarkResult::cpuMicros));
    cells.add(ratio(of, Subjects.LMDB, Subjects.WEIR, BenchmarkResult::cpuMicros));
    cells.addAll(numbers(of, BenchmarkResult::p99Micros));
    cells.addAll(numbers(of, BenchmarkResult::p999Micros));
    return cells;
  }

  private static List<String> numbers(
      Map<String, BenchmarkResult> of, Function<BenchmarkResult, Spread> which) {
    return Subjects.STORES.stream().map(subject -> number(of, subject, which)).toList();
  }

  private static String rate(
      Map<String, BenchmarkResult> of, String subject, ToDoubleFunction<Spread> which) {
    var measured = of.get(subject);
    return measured == null
        ? ABSENT
        : String.format(Locale.ROOT, "%,.0f", which.applyAsDouble(measured.perSecond()));
  }

  private static String ratio(
      Map<String, BenchmarkResult> of,
      String one,
      String other,
      Function<BenchmarkResult, Spread> which) {
    var above = of.get(one);
    var below = of.get(other);
    return above == null || below == null
        ? ABSENT
        : String.format(
            Locale.ROOT,
            "%.2f",
            which.apply(above).median() / which.apply(below).median());
  }

  private static String number(
      Map<String, BenchmarkResult> of, String subject, Function<BenchmarkResult, Spread> which) {
    var measured = of.get(subject);
    var median = measured == null ? 0 : which.apply(measured).median();
    return median == 0
        ? ABSENT
        : String.format(Locale.ROOT, median < 100 ? "%.2f" : "%,.0f", median);
  }
}
