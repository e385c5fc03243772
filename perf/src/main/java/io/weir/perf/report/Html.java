package io.weir.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.perf.result.ReportTable;
import java.io.IOException;
import java.io.InputStream;

/** Builds HTML pages that load nothing else. */
public final class Html {

  private static final String STYLE = "style.css";

  private Html() {}

  /** Returns a page with its style sheet inside. */
  public static String page(String title, String body) throws IOException {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>
        %s</style>
        </head>
        <body>
        %s</body>
        </html>
        """.formatted(ReportTable.escape(title), style(), body);
  }

  private static String style() throws IOException {
    try (InputStream input = Html.class.getResourceAsStream(STYLE)) {
      if (input == null) {
        throw new IOException("build the program again, a file is missing name=" + STYLE);
      }
      return new String(input.readAllBytes(), UTF_8);
    }
  }
}
