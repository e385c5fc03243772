package io.weir.cli.csv;

import io.weir.api.entity.EntityBuilder;
import io.weir.cli.rows.InputException;
import io.weir.cli.rows.InputRow;
import io.weir.cli.rows.RowFile;
import io.weir.cli.rows.TypedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A file of comma-separated values before its survey.
 *
 * <p>Every column becomes a property, also one that forms a key, with one exception. In a file with both key columns, which Weir has
 * written, columns with the names of system properties are not properties, and the service sets a new Timestamp.
 *
 * @param forced types of columns that are not inferred, by header
 */
public record CsvFile(CsvSource source, Map<String, CellType> forced) implements RowFile {

  public CsvFile {
    forced = Map.copyOf(forced);
  }

  @Override
  public List<String> columns() throws IOException {
    try (var reading = CsvReading.open(source)) {
      return reading.header();
    }
  }

  @Override
  public TypedRows survey(Consumer<InputRow> observer) throws IOException {
    try (var reading = CsvReading.open(source)) {
      var header = reading.header();
      requireDistinct(header);
      requireKnown(header);
      var untyped = header.stream().map(CsvColumn::keptOut).toList();
      var types = new ColumnTypes(header.size());
      while (reading.hasNext()) {
        var cells = reading.next();
        for (var i = 0; i < header.size(); i++) {
          types.see(i, cells.getField(i));
        }
        observer.accept(new CsvRow(cells, untyped));
      }
      return new CsvTable(source, columns(header, types));
    }
  }

  private List<CsvColumn> columns(List<String> header, ColumnTypes types) {
    var names = HeaderNames.of(header);
    var isOurs = header.contains("PartitionKey") && header.contains("RowKey");
    var columns = new ArrayList<CsvColumn>();
    for (var i = 0; i < header.size(); i++) {
      var name = header.get(i);
      columns.add(
          isOurs && EntityBuilder.isSystemProperty(name)
              ? CsvColumn.keptOut(name)
              : CsvColumn.of(name, names.get(i), forced.getOrDefault(name, types.of(i))));
    }
    return columns;
  }

  private static void requireDistinct(List<String> header) {
    var seen = new HashSet<String>();
    for (var name : header) {
      if (!seen.add(name)) {
        throw new InputException("Two columns are named '" + name + "'; rename one.");
      }
    }
  }

  private void requireKnown(List<String> header) {
    for (var name : forced.keySet()) {
      if (!header.contains(name)) {
        throw new InputException("There is no column '" + name + "'; there are " + header + ".");
      }
    }
  }
}
