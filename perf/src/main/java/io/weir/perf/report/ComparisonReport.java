package io.weir.perf.report;

import io.weir.perf.result.ReportTable;
import io.weir.perf.result.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The report of stored results.
 *
 * <p>Any thread. The same results give the same report, except for identifiers within its plots.
 */
public final class ComparisonReport {

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

  /** Writes {@code report.html} and {@code report.md} into a folder. Returns the path of the HTML page. */
  public Path write(Path folder) throws IOException {
    Files.writeString(folder.resolve("report.md"), markdown());
    return Files.writeString(folder.resolve("report.html"), html());
  }

  /** Returns the goals as a table of Markdown. */
  public String goals() {
    return Tables.goals(goals).markdown();
  }

  /** Returns the goals that were measured as a table of Markdown. */
  public String measuredGoals() {
    return Tables.goals(
            goals.stream().filter(goal -> goal.measured().isPresent()).toList())
        .markdown();
  }

  /** Returns all tables as Markdown. */
  public String markdown() {
    var text =
        new StringBuilder(facts() + "\n\n## Goals\n\n" + Tables.goals(goals).markdown());
    for (var section : ReportSections.all(found)) {
      if (section.isThere()) {
        text.append("\n## ").append(section.title()).append("\n\n").append(section.note());
        text.append("\n\n").append(section.table().markdown());
      }
    }
    return text + "\n## Limits of the machine\n\n" + Tables.limits(results).markdown()
        + leftOutMarkdown();
  }

  /** Returns tables and plots as one HTML page. */
  public String html() throws IOException {
    var body = new StringBuilder("<h1>Weir beside its peers</h1>\n<p class=\"lead\">")
        .append(ReportTable.escape(LEAD))
        .append("</p>\n")
        .append(environment())
        .append("<h2>Goals</h2>\n<div class=\"goals\">")
        .append(coloured(Tables.goals(goals).html()))
        .append("</div>\n");
    for (var section : ReportSections.all(found)) {
      if (section.isThere()) {
        body.append(section.html());
      }
    }
    body.append("<h2>Limits of the machine</h2>\n")
        .append(Tables.limits(results).html());
    return Html.page("Weir beside its peers", body.append(leftOutHtml()).toString());
  }

  private static final String LEAD =
      "The same rows, the same operations, in turns on the same machine. Rates are medians of rounds; ratios are medians of"
          + " the ratios of neighbouring rounds. If the machine has other load, trust processor"
          + " time rather than rates.";

  private String facts() {
    var from = results.environment();
    return from.describe() + " " + from.cpuSets() + ". `" + from.command() + "`, seed "
        + from.seed() + ".";
  }

  private String environment() {
    var from = results.environment();
    var list = new StringBuilder("<dl>");
    fact(list, "commit", from.commit());
    fact(list, "date", from.date());
    fact(list, "JDK", from.jdk());
    fact(list, "system", from.system());
    fact(
        list,
        "machine",
        from.cores() + " cores of " + from.processor() + ", " + from.memory() + " memory");
    fact(list, "cores", from.cpuSets());
    fact(list, "load average", NumberFormats.of(from.loadAverage()) + " at the end");
    fact(list, "command", from.command() + "  (seed " + from.seed() + ")");
    return list.append("</dl>\n").toString();
  }

  private static void fact(StringBuilder list, String name, String value) {
    list.append("<dt>")
        .append(name)
        .append("</dt><dd>")
        .append(ReportTable.escape(value))
        .append("</dd>");
  }

  private static String coloured(String table) {
    return table
        .replace("number\">met<", "number met\">met<")
        .replace("number\">missed<", "number missed\">missed<")
        .replace("number\">not measured<", "number open\">not measured<");
  }

  private String leftOutMarkdown() {
    return results.leftOut().isEmpty()
        ? ""
        : "\n## Left out\n\n" + Tables.leftOut(results).markdown();
  }

  private String leftOutHtml() {
    return results.leftOut().isEmpty()
        ? ""
        : "<h2>Left out</h2>\n" + Tables.leftOut(results).html();
  }
}
