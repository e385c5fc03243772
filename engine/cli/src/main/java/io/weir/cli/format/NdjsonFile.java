package io.weir.cli.format;

import io.weir.cli.rows.InputRow;
import io.weir.cli.rows.InputRows;
import io.weir.cli.rows.RowFile;
import io.weir.cli.rows.TypedRows;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;

/**
 * A file with an entity in each line. Each line states its own types.
 *
 * @param bytes opens the file again for each reading
 * @param hasKeys whether the lines contain PartitionKey and RowKey; otherwise other properties form
 *     the keys
 */
public record NdjsonFile(Opening bytes, boolean hasKeys) implements RowFile, TypedRows {

  /** Opens a file for one reading from its start. */
  @FunctionalInterface
  public interface Opening {
    InputStream open() throws IOException;
  }

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public TypedRows survey(Consumer<InputRow> observer) throws IOException {
    try (var rows = open()) {
      rows.forEachRemaining(observer);
    }
    return this;
  }

  @Override
  public InputRows open() throws IOException {
    return new NdjsonRows(bytes.open(), hasKeys);
  }

  @Override
  public List<String> description() {
    return List.of();
  }
}
