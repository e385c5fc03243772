package io.weir.cli.format;

import io.weir.cli.rows.ByteSource;
import io.weir.cli.rows.InputRow;
import io.weir.cli.rows.InputRows;
import io.weir.cli.rows.RowFile;
import io.weir.cli.rows.TypedRows;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * A file of entities as JSON. Each states its own types.
 *
 * @param bytes a text in UTF-8
 * @param inLines whether each line is an entity; otherwise they stand anywhere in the text: alone,
 *     in arrays, or in pages of the protocol
 * @param hasKeys whether the objects contain PartitionKey and RowKey; otherwise other properties
 *     form the keys
 */
public record JsonFile(ByteSource bytes, boolean inLines, boolean hasKeys) implements RowFile {

  @Override
  public List<String> columns() {
    return List.of();
  }

  @Override
  public TypedRows survey(Consumer<InputRow> observer) throws IOException {
    var types = new PropertyTypes();
    try (var rows = open()) {
      while (rows.hasNext()) {
        var row = rows.next();
        types.see(row.entity());
        observer.accept(row);
      }
    }
    return new Table(this, types.description());
  }

  @Override
  public TypedRows begun(int rows) {
    return new Table(this, List.of());
  }

  /** Begins a reading. */
  public JsonRows open() throws IOException {
    var in = bytes.open();
    return new JsonRows(inLines ? new LineReader(in) : JsonTexts.ofObjects(in), hasKeys);
  }

  /** The file, and the types of the properties that were found. */
  private record Table(JsonFile file, List<String> description) implements TypedRows {

    @Override
    public InputRows open() throws IOException {
      return file.open();
    }
  }
}
