package io.weir.perf.engine.run;

import io.weir.perf.engine.Subjects;
import io.weir.perf.result.Spread;
import io.weir.perf.workload.DataSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Measurements as tables of Markdown: a line for each task and data set, the subjects side by side. */
final class ComparisonTables {

  private static final String RATES = """
      | task | entities | Weir per second | lowest – highest | RocksDB | LMDB | × RocksDB | × LMDB |
      | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
      """;
  private static final String COSTS = """
      | task | entities | Weir CPU µs each | RocksDB | LMDB | RocksDB ÷ Weir | LMDB ÷ Weir | Weir p99 µs | RocksDB | LMDB | Weir p99.9 µs | RocksDB | LMDB |
      | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
      """;
  private static final String ABSENT = "–";

  private record Key(BenchmarkTask task, DataSet data, String beside) {
    String columns() {
      return "| %s%s | %,d %s "
          .formatted(
              task.title(),
              beside.isEmpty() ? "" : ", beside " + beside.toLowerCase(Locale.ROOT),
              data.entities(),
              data.shape().name().toLowerCase(Locale.ROOT));
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
    var text = new StringBuilder("Operations per second of wall time:\n\n").append(RATES);
    lines.forEach((key, of) -> text.append(key.columns()).append(rates(of)));
    text.append("\nProcessor time and latency:\n\n").append(COSTS);
    lines.forEach((key, of) -> text.append(key.columns()).append(costs(of)));
    return text.toString();
  }

  private static String rates(Map<String, BenchmarkResult> of) {
    var weir = Optional.ofNullable(of.get(Subjects.WEIR)).map(BenchmarkResult::perSecond);
    return "| %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            weir.map(spread -> whole(spread.median())).orElse(ABSENT),
            weir.map(spread -> whole(spread.lowest()) + " – " + whole(spread.highest()))
                .orElse(ABSENT),
            rate(of, Subjects.ROCKSDB),
            rate(of, Subjects.LMDB),
            ratio(of, Subjects.WEIR, Subjects.ROCKSDB, BenchmarkResult::perSecond),
            ratio(of, Subjects.WEIR, Subjects.LMDB, BenchmarkResult::perSecond));
  }

  private static String costs(Map<String, BenchmarkResult> of) {
    return "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |%n"
        .formatted(
            number(of, Subjects.WEIR, BenchmarkResult::cpuMicros),
            number(of, Subjects.ROCKSDB, BenchmarkResult::cpuMicros),
            number(of, Subjects.LMDB, BenchmarkResult::cpuMicros),
            ratio(of, Subjects.ROCKSDB, Subjects.WEIR, BenchmarkResult::cpuMicros),
            ratio(of, Subjects.LMDB, Subjects.WEIR, BenchmarkResult::cpuMicros),
            number(of, Subjects.WEIR, BenchmarkResult::p99Micros),
            number(of, Subjects.ROCKSDB, BenchmarkResult::p99Micros),
            number(of, Subjects.LMDB, BenchmarkResult::p99Micros),
            number(of, Subjects.WEIR, BenchmarkResult::p999Micros),
            number(of, Subjects.ROCKSDB, BenchmarkResult::p999Micros),
            number(of, Subjects.LMDB, BenchmarkResult::p999Micros));
  }

  private static String rate(Map<String, BenchmarkResult> of, String subject) {
    var measured = of.get(subject);
    return measured == null ? ABSENT : whole(measured.perSecond().median());
  }

  private static String ratio(
      Map<String, BenchmarkResult> of, String one, String other, Function<BenchmarkResult, Spread> which) {
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

  private static String whole(double number) {
    return String.format(Locale.ROOT, "%,.0f", number);
  }
}
