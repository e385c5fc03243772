package io.weir.perf.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of text, printed as Markdown.
 *
 * @param head names of the columns
 * @param words the number of leading columns that hold words; the others hold numbers
 * @param rows each as long as the head
 */
public record ReportTable(List<String> head, int words, List<List<String>> rows) {

  public ReportTable {
    head = List.copyOf(head);
    rows = rows.stream().map(List::copyOf).toList();
  }

  public String markdown() {
    var rule = IntStream.range(0, head.size())
        .mapToObj(column -> column < words ? "---" : "---:")
        .toList();
    return line(head)
        + line(rule)
        + rows.stream().map(ReportTable::line).collect(Collectors.joining());
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
