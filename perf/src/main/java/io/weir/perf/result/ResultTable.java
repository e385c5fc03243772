package io.weir.perf.result;

import java.util.List;
import java.util.Locale;

/** Lines as a table of Markdown, each compared with the reference of its task. */
public final class ResultTable {

  private static final String NONE = "–";
  private static final List<String> HEAD = List.of(
      "task",
      "subject",
      "per second",
      "lowest – highest",
      "CPU µs each",
      "lowest – highest",
      "× reference, per second",
      "× reference, per CPU second");

  private final List<ResultLine> lines;

  public ResultTable(List<ResultLine> lines) {
    this.lines = List.copyOf(lines);
  }

  @Override
  public String toString() {
    return new ReportTable(HEAD, 2, lines.stream().map(this::row).toList()).markdown();
  }

  private List<String> row(ResultLine line) {
    var rate = line.perSecond();
    var cpu = line.cpuMicros();
    var isMeasured = cpu.median() > 0;
    var ratios = ratios(line);
    return List.of(
        line.task(),
        line.subject(),
        format("%,.0f", rate.median()),
        format("%,.0f – %,.0f", rate.lowest(), rate.highest()),
        isMeasured ? format("%.2f", cpu.median()) : NONE,
        isMeasured ? format("%.2f – %.2f", cpu.lowest(), cpu.highest()) : NONE,
        ratios.get(0),
        ratios.get(1));
  }

  /** Returns the ratios of rate and processor time to the reference of the line's task; dashes if the task has none. */
  private List<String> ratios(ResultLine line) {
    if (line.reference()) {
      return List.of("1", "1");
    }
    return lines.stream()
        .filter(other -> other.reference() && other.task().equals(line.task()))
        .findFirst()
        .map(reference -> List.of(
            ratio(line.perSecond().median(), reference.perSecond().median()),
            ratio(reference.cpuMicros().median(), line.cpuMicros().median())))
        .orElse(List.of(NONE, NONE));
  }

  private static String ratio(double dividend, double divisor) {
    return dividend == 0 || divisor == 0 ? NONE : format("%.2f", dividend / divisor);
  }

  private static String format(String format, Object... numbers) {
    return String.format(Locale.ROOT, format, numbers);
  }
}
