package io.weir.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cli.format.CellType;
import io.weir.cli.format.CsvFile;
import io.weir.cli.format.CsvSource;
import io.weir.cli.format.NdjsonFile;
import io.weir.cli.rows.GzipMembers;
import io.weir.cli.rows.RowFile;
import io.weir.cli.rows.Utf8Bytes;
import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An input file. Its name states its format.
 *
 * <p>{@code .csv} and {@code .tsv} are separated values, {@code .ndjson} and {@code .jsonl} lines
 * of JSON; {@code .gz} after them says that it is packed.
 */
record InputFile(Path path) {

  private static final Set<String> JSON_LINES = Set.of("ndjson", "jsonl");
  private static final Set<String> SEPARATED = Set.of("csv", "tsv");

  /** Fails when the file cannot be opened or its name states no known format. */
  void requireReadable() throws IOException {
    if (!JSON_LINES.contains(ending()) && !SEPARATED.contains(ending())) {
      throw CommandFailure.wrongUsage(
          "What is in " + path
              + "? A name that ends in .csv, .tsv, .ndjson or .jsonl, perhaps with .gz after it, tells.");
    }
    bytes().close();
  }

  /** Whether the file is of lines of JSON. */
  boolean isNdjson() {
    return JSON_LINES.contains(ending());
  }

  /** Its rows as separated values. */
  CsvFile csv(@Nullable Character delimiter, Map<String, CellType> types) {
    var usual = ending().equals("tsv") ? '\t' : ',';
    return new CsvFile(new CsvSource(this::text, delimiter == null ? usual : delimiter), types);
  }

  /** Its rows as lines of JSON. */
  RowFile ndjson(boolean hasKeys) {
    return new NdjsonFile(this::bytes, hasKeys);
  }

  private InputStream bytes() throws IOException {
    var file = Files.newInputStream(path);
    return Utf8Bytes.of(isPacked() ? GzipMembers.open(file) : file);
  }

  private Reader text() throws IOException {
    // A decoder of one's own reports what is not UTF-8, where a charset would replace it.
    return new InputStreamReader(bytes(), UTF_8.newDecoder());
  }

  private boolean isPacked() {
    return name().endsWith(".gz");
  }

  private String ending() {
    var name = isPacked() ? name().substring(0, name().length() - ".gz".length()) : name();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private String name() {
    return path.toString().toLowerCase(Locale.ROOT);
  }
}
