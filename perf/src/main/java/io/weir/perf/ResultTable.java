package io.weir.perf;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Lines as a table of Markdown, each beside its task's reference. */
final class ResultTable {

  private static final String HEAD = """
      | task | subject | per second | lowest – highest | CPU µs each | lowest – highest | × reference, per second | × reference, per CPU second |
      | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
      """;

  private final List<Line> lines;

  ResultTable(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  @Override
  public String toString() {
    return HEAD + lines.stream().map(this::row).collect(Collectors.joining("\n")) + "\n";
  }

  private String row(Line line) {
    return "| %s | %s | %,.0f | %,.0f – %,.0f | %.2f | %.2f – %.2f | %s |"
        .formatted(
            line.task(),
            line.subject(),
            line.perSecond().median(),
            line.perSecond().lowest(),
            line.perSecond().highest(),
            line.cpuMicros().median(),
            line.cpuMicros().lowest(),
            line.cpuMicros().highest(),
            ratios(line));
  }

  private String ratios(Line line) {
    if (line.reference()) {
      return "1 | 1";
    }
    return lines.stream()
        .filter(other -> other.reference() && other.task().equals(line.task()))
        .findFirst()
        .map(reference -> String.format(
            Locale.ROOT,
            "%.2f | %.2f",
            line.perSecond().median() / reference.perSecond().median(),
            reference.cpuMicros().median() / line.cpuMicros().median()))
        .orElse("– | –");
  }
}
