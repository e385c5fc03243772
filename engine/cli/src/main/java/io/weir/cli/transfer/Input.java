package io.weir.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.cli.format.CellType;
import io.weir.cli.format.CsvFile;
import io.weir.cli.format.CsvSource;
import io.weir.cli.format.JsonFile;
import io.weir.cli.format.TextFormat;
import io.weir.cli.rows.ByteSource;
import io.weir.cli.rows.Unpacked;
import io.weir.cli.rows.Utf8Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input of an import: a file, or standard input. Its first bytes tell whether it is compressed
 * and how its text is encoded.
 *
 * @param name for a person
 * @param source its bytes as they are
 * @param encoding that of a text without a byte order mark; null if it is not stated
 * @param format of its text
 * @param end closes what the source needs
 */
record Input(
    String name, ByteSource source, @Nullable Charset encoding, TextFormat format, Closeable end)
    implements Closeable {

  /** Returns its rows as separated values. The delimiter is found out if none is given. */
  CsvFile csv(@Nullable Character delimiter, Map<String, CellType> types) throws IOException {
    if (delimiter != null) {
      return new CsvFile(new CsvSource(this::text, delimiter), types);
    }
    return new CsvFile(
        format == TextFormat.TSV ? new CsvSource(this::text, '\t') : CsvSource.of(this::text),
        types);
  }

  /** Returns its rows as JSON. */
  JsonFile json(boolean hasKeys) {
    return new JsonFile(this::bytes, format == TextFormat.NDJSON, hasKeys);
  }

  /** Begins a reading of the text in UTF-8, without a byte order mark. */
  InputStream bytes() throws IOException {
    return Utf8Bytes.of(Unpacked.of(source.open()), encoding);
  }

  private Reader text() throws IOException {
    // A decoder of one's own reports what is not UTF-8, where a charset would replace it.
    return new InputStreamReader(bytes(), UTF_8.newDecoder());
  }

  @Override
  public void close() throws IOException {
    end.close();
  }
}
