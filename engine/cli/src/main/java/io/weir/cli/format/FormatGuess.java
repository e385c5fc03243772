package io.weir.cli.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;

/**
 * Finds the format of a text that no name states. A text that begins with a bracket or a brace is
 * JSON; lines of JSON if its first line is a whole object and the second begins another. Any other
 * text is separated values.
 */
public final class FormatGuess {

  private static final int SAMPLE_BYTES = 1 << 16;

  private FormatGuess() {}

  /** Returns the format of a text in UTF-8. Reads its beginning. */
  public static TextFormat of(InputStream text) throws IOException {
    var beginning = new String(text.readNBytes(SAMPLE_BYTES), UTF_8).stripLeading();
    if (beginning.startsWith("[")) {
      return TextFormat.JSON;
    }
    if (!beginning.startsWith("{")) {
      return TextFormat.CSV;
    }
    var lines = beginning.lines().filter(line -> !line.isBlank()).limit(2).toList();
    return lines.size() == 2
            && lines.get(0).stripTrailing().endsWith("}")
            && lines.get(1).stripLeading().startsWith("{")
        ? TextFormat.NDJSON
        : TextFormat.JSON;
  }
}
