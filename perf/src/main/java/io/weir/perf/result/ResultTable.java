package io.weir.perf.result;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Lines as a table of Markdown, each beside its task's reference. */
public final class ResultTable {

  private static final String HEAD = """
      | task | subject | per second | lowest – highest | CPU µs each | lowest – highest | × reference, per second | × reference, per CPU second |
      | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
      """;

  private final List<ResultLine> lines;

  public ResultTable(List<ResultLine> lines) {
    this.lines = List.copyOf(lines);
  }

  @Override
  public String toString() {
    return HEAD + lines.stream().map(this::row).collect(Collectors.joining("\n")) + "\n";
  }

  private String row(ResultLine line) {
    return "| %s | %s | %,.0f | %,.0f – %,.0f | %s | %s |"
        .formatted(
            line.task(),
            line.subject(),
            line.perSecond().median(),
            line.perSecond().lowest(),
            line.perSecond().highest(),
            cpuMicros(line),
            ratios(line));
  }

  /** Zero says that it was not measured. */
  private static String cpuMicros(ResultLine line) {
    var cpu = line.cpuMicros();
    return cpu.median() == 0
        ? "– | –"
        : "%.2f | %.2f – %.2f".formatted(cpu.median(), cpu.lowest(), cpu.highest());
  }

  private String ratios(ResultLine line) {
    if (line.reference()) {
      return "1 | 1";
    }
    return lines.stream()
        .filter(other -> other.reference() && other.task().equals(line.task()))
        .findFirst()
        .map(reference -> ratio(line.perSecond().median(), reference.perSecond().median()) + " | "
            + ratio(reference.cpuMicros().median(), line.cpuMicros().median()))
        .orElse("– | –");
  }

  private static String ratio(double of, double to) {
    return of == 0 || to == 0 ? "–" : String.format(Locale.ROOT, "%.2f", of / to);
  }
}
