package io.weir.perf.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A drawn plot.
 *
 * @param title above it; a report has each title once
 * @param svg the drawing; empty if there was nothing to draw
 */
public record Plot(String title, String svg) {

  static final Plot NOTHING = new Plot("", "");

  boolean isDrawn() {
    return !svg.isEmpty();
  }

  /** Returns the name of its file, of letters, digits and hyphens. */
  String file() {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
  }

  /**
   * Writes the drawing into a folder. Returns the line of Markdown that shows it to a reader of the
   * same folder.
   */
  public String write(Path folder) throws IOException {
    Files.writeString(folder.resolve(file()), svg);
    return "![" + title + "](" + file() + ")\n";
  }
}
