package io.weir.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The report of stored results.
 *
 * <p>Any thread. The same results give the same report.
 */
public final class ComparisonReport {

  private static final String LEAD =
      "The same rows, the same operations, in turns on the same machine. Rates are medians of"
          + " rounds; ratios are medians of the ratios of neighbouring rounds. If the machine has"
          + " other load, trust processor time rather than rates.";

  private final Results results;
  private final MeasurementIndex found;
  private final List<Goal> goals;

  private ComparisonReport(Results results) {
    this.results = results;
    this.found = MeasurementIndex.in(results);
    this.goals = Goals.of(found);
  }

  public static ComparisonReport of(Results results) {
    return new ComparisonReport(results);
  }

  /** Writes {@code report.md} and its plots into a folder. Returns the path of the former. */
  public Path write(Path folder) throws IOException {
    var text = new StringBuilder(head());
    for (var section : sections()) {
      text.append(section.heading());
      for (var plot : section.plots()) {
        text.append(plot.write(folder));
      }
      text.append('\n').append(section.table().markdown());
    }
    return Files.writeString(folder.resolve("report.md"), text + tail());
  }

  /** Returns the goals as a table of Markdown. */
  public String goals() {
    return ReportTables.goals(goals).markdown();
  }

  /** Returns the goals that were measured as a table of Markdown. */
  public String measuredGoals() {
    return ReportTables.goals(
            goals.stream().filter(goal -> goal.measured().isPresent()).toList())
        .markdown();
  }

  /** Returns the tables of all sections, without plots, and what was left out. */
  public String tables() {
    return sections().stream()
            .map(section -> section.heading() + section.table().markdown())
            .collect(Collectors.joining())
        + leftOut();
  }

  private String head() {
    return facts() + "\n\n" + LEAD + "\n" + measured();
  }

  private String measured() {
    return goals.stream().anyMatch(goal -> goal.measured().isPresent())
        ? "\n## Goals\n\n" + measuredGoals()
        : "";
  }

  private List<ReportSection> sections() {
    return ReportSections.all(found).stream().filter(ReportSection::isThere).toList();
  }

  private String tail() {
    var limits = "\n## Limits of the machine\n\n" + ReportTables.limits(results).markdown();
    return limits + leftOut();
  }

  private String leftOut() {
    return results.leftOut().isEmpty()
        ? ""
        : "\n## Left out\n\n" + ReportTables.leftOut(results).markdown();
  }

  private String facts() {
    var from = results.environment();
    return from.describe() + " " + from.cpuSets() + ". `" + from.command() + "`, seed "
        + from.seed() + ".";
  }
}
