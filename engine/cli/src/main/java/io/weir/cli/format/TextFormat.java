package io.weir.cli.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Selection;
import java.io.BufferedWriter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A format of entities as text, which programs read and write. */
public enum TextFormat {
  /** Values with a comma between them, or another character. */
  CSV(',', "csv"),

  /** Values with a tab between them. */
  TSV('\t', "tsv"),

  /** JSON: an array of entities when it is written. */
  JSON('\0', "json"),

  /** A line of JSON for each entity. */
  NDJSON('\0', "ndjson", "jsonl");

  private static final List<String> PACKED = List.of(".gz", ".zip");

  private final char delimiter;

  @SuppressWarnings("ImmutableEnumChecker") // the list cannot be modified
  private final List<String> endings;

  TextFormat(char delimiter, String... endings) {
    this.delimiter = delimiter;
    this.endings = List.of(endings);
  }

  /** Returns the format that a file's name states, perhaps with {@code .gz} or {@code .zip}. */
  public static Optional<TextFormat> ofName(String fileName) {
    var name = fileName.toLowerCase(Locale.ROOT);
    for (var packed : PACKED) {
      if (name.endsWith(packed)) {
        name = name.substring(0, name.length() - packed.length());
      }
    }
    var ending = name.substring(name.lastIndexOf('.') + 1);
    return Arrays.stream(values()).filter(each -> each.endings.contains(ending)).findFirst();
  }

  /** Whether it has rows of cells. */
  public boolean isSeparated() {
    return this == CSV || this == TSV;
  }

  /**
   * Returns an output.
   *
   * @param typed whether separated values have columns of types
   */
  public Output output(OutputStream out, Selection selection, boolean typed) {
    return switch (this) {
      case CSV, TSV -> new CsvOutput(text(out), delimiter, selection, typed);
      case JSON -> JsonOutput.array(out, selection);
      case NDJSON -> JsonOutput.lines(out, selection);
    };
  }

  /**
   * Returns an output with all properties and types of entities.
   *
   * @param properties all names of properties, which separated values must know before
   */
  public Output whole(OutputStream out, Collection<String> properties) {
    return isSeparated()
        ? CsvOutput.ofProperties(text(out), delimiter, properties)
        : output(out, Selection.ALL, true);
  }

  /** Returns a writer of text in UTF-8. */
  public static Writer text(OutputStream out) {
    return new BufferedWriter(new OutputStreamWriter(out, UTF_8));
  }
}
