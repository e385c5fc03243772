package io.weir.cli.table;

import io.weir.server.json.AdviceDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A report of advice as lines of text. */
final class AdviceText {

  private static final String PATTERNS = "api/patterns/pages/";
  private static final int SECONDS_A_MINUTE = 60;

  private AdviceText() {}

  /**
   * Returns the lines of a report.
   *
   * @param suffix the options that commands need for this service; empty or with a leading blank
   */
  static List<String> lines(AdviceDocument report, String suffix) {
    var lines = new ArrayList<String>();
    report.items().forEach(item -> add(item, suffix, lines));
    if (report.items().isEmpty()) {
      lines.add("No advice.");
    }
    lines.add(source(report));
    return lines;
  }

  private static void add(AdviceDocument.Item item, String suffix, List<String> lines) {
    lines.add(item.table() + ": " + item.finding());
    lines.add("  evidence  " + evidence(item.evidence()));
    lines.add("  advice    " + item.action());
    item.commands().forEach(command -> lines.add("  run       " + command + suffix));
    if (!item.pattern().isEmpty()) {
      lines.add("  pattern   " + PATTERNS + item.pattern() + ".md");
    }
    lines.add("");
  }

  private static String evidence(Map<String, Object> evidence) {
    return evidence.entrySet().stream()
        .filter(each -> !each.getValue().equals(""))
        .map(each -> each.getKey() + "=" + quoted(each.getValue().toString()))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String text) {
    return text.indexOf(' ') < 0 ? text : "'" + text + "'";
  }

  private static String source(AdviceDocument report) {
    if (!report.observing()) {
      return "The service was started with --observe off: only the sizes of partitions are known.";
    }
    var minutes = report.seconds() / SECONDS_A_MINUTE;
    var time = minutes == 0 ? report.seconds() + " s" : minutes + " min";
    return "Seen in " + time + ", by a sample of one in " + report.every()
        + " ordinary requests. The counts are estimates.";
  }
}
