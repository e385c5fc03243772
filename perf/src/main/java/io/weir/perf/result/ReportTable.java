package io.weir.perf.result;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of text, printed as HTML or Markdown.
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

  public String html() {
    return "<div class=\"grid\"><table>\n<thead>" + row(head, "th") + "</thead>\n<tbody>\n"
        + rows.stream().map(row -> row(row, "td")).collect(Collectors.joining("\n"))
        + "\n</tbody></table></div>\n";
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private String row(List<String> cells, String tag) {
    return IntStream.range(0, cells.size())
        .mapToObj(column -> "<" + tag + (column < words ? "" : " class=\"number\"") + ">"
            + escape(cells.get(column)) + "</" + tag + ">")
        .collect(Collectors.joining("", "<tr>", "</tr>"));
  }

  /** Returns the text with the three characters replaced that HTML would read as markup. */
  public static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
