package io.weir.perf.pattern;

import io.weir.perf.machine.Environment;
import io.weir.perf.result.ReportTable;
import io.weir.perf.workload.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * All costs of a run, as they are stored and reported.
 *
 * @param employees of the largest tables
 */
record PatternCosts(Environment environment, int employees, List<PatternCost> costs) {

  private static final String NONE = "–";
  private static final double MICROS_A_MILLI = 1e3;
  private static final double KIB = 1 << 10;
  private static final double MIB = 1 << 20;

  PatternCosts {
    costs = List.copyOf(costs);
  }

  /** Writes {@code results.json} and {@code report.md} into a folder. Returns the path of the latter. */
  Path write(Path folder) throws IOException {
    JsonFile.write(folder.resolve("results.json"), this);
    return Files.writeString(folder.resolve("report.md"), markdown());
  }

  String markdown() {
    var patterns = costs.stream().map(PatternCost::pattern).distinct();
    return String.format(
            Locale.ROOT,
            "# What the patterns cost%n%n%s `%s`. %,d employees.%n%n%s%n",
            environment.describe(),
            environment.command(),
            employees,
            LEGEND)
        + patterns.map(this::section).collect(Collectors.joining());
  }

  private static final String LEGEND =
      "Each line is the mean of its repetitions, one after another. A request is a call of the contract. Entities read include those that the"
          + " service looked at and left out, and index entries. Processor time is that of the server, without JIT compilers.";

  private String section(String pattern) {
    var rows = costs.stream()
        .filter(cost -> cost.pattern().equals(pattern))
        .map(PatternCosts::row)
        .toList();
    var table = new ReportTable(
        List.of(
            "question",
            "way",
            "",
            "requests",
            "entities read",
            "written",
            "server's CPU",
            "bytes stored",
            "times"),
        3,
        rows);
    return String.format(Locale.ROOT, "%n## %s%n%n%s", pattern, table.markdown());
  }

  /** Returns a cost as one line for the console. */
  static String line(PatternCost cost) {
    return String.join(" | ", row(cost));
  }

  private static List<String> row(PatternCost cost) {
    return List.of(
        cost.question(),
        cost.way(),
        cost.kind().name().toLowerCase(Locale.ROOT),
        count(cost.each(cost.requests())),
        count(cost.each(cost.read())),
        count(cost.each(cost.written())),
        time(cost.each(cost.serverMicros())),
        cost.storedBytes() == PatternCost.NOT_MEASURED ? NONE : bytes(cost.storedBytes()),
        count(cost.times()));
  }

  private static String count(double value) {
    return String.format(Locale.ROOT, value == Math.rint(value) ? "%,.0f" : "%,.1f", value);
  }

  private static String time(double micros) {
    return micros < MICROS_A_MILLI
        ? String.format(Locale.ROOT, "%,.0f µs", micros)
        : String.format(Locale.ROOT, "%,.1f ms", micros / MICROS_A_MILLI);
  }

  private static String bytes(long bytes) {
    return bytes < MIB
        ? String.format(Locale.ROOT, "%,.0f KiB", bytes / KIB)
        : String.format(Locale.ROOT, "%,.1f MiB", bytes / MIB);
  }
}
