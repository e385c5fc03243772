package io.weir.cli.transfer;

import io.weir.cli.format.CellType;
import io.weir.cli.format.CsvFile;
import io.weir.cli.format.JsonFile;
import io.weir.cli.rows.ImportPlan;
import io.weir.cli.rows.KeyColumns;
import io.weir.cli.rows.Survey;
import io.weir.cli.terminal.CommandFailure;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code weir import} that say how rows become entities. */
final class RowOptions {

  /** Rows that determine the types of columns when the input is read once. */
  private static final int DETERMINING_ROWS = 10_000;

  @Option(
      names = "--partition-key",
      paramLabel = "COLUMN",
      split = ",",
      description =
          "Columns that form the PartitionKey, joined in order by '-'. Default: the column PartitionKey.")
  private List<String> partitionKey = List.of();

  @Option(
      names = "--row-key",
      paramLabel = "COLUMN",
      split = ",",
      description =
          "Columns that form the RowKey, joined in order by '-'. If keys repeat, the command appends its number to the key of"
              + " every row. Default: the column RowKey; without one, the number of the row.")
  private List<String> rowKey = List.of();

  @Option(
      names = "--key-replacement",
      paramLabel = "TEXT",
      description =
          "Replace characters that keys must not contain by this text (/ \\ # ? and control characters)."
              + " Default: such a character ends the import.")
  private @Nullable String keyReplacement;

  @Option(
      names = "--type",
      paramLabel = "COLUMN=TYPE",
      description =
          "Type of a column of a .csv file, instead of the inferred one: String, Int32, Int64, Double,"
              + " Boolean, DateTime, Guid, Binary. May be repeated. Default: what a column NAME@type states, else inferred from the cells.")
  private Map<String, String> types = Map.of();

  @Option(
      names = "--delimiter",
      paramLabel = "C",
      description =
          "Character between two cells. Default: a tab in a .tsv file; else the first of comma, semicolon, tab and '|' that"
              + " divides all of the first rows alike.")
  private @Nullable Character delimiter;

  /**
   * Reads the whole input.
   *
   * @param progress is called with the number of further rows
   */
  ImportPlan survey(Input input, LongConsumer progress) throws IOException {
    return input.format().isSeparated() ? surveyCsv(input, progress) : surveyJson(input, progress);
  }

  private ImportPlan surveyCsv(Input input, LongConsumer progress) throws IOException {
    var csv = csv(input);
    var columns = csv.columns();
    return Survey.of(
        csv, keysOf(columns), !rowKey.isEmpty() || !columns.contains("RowKey"), progress);
  }

  private ImportPlan surveyJson(Input input, LongConsumer progress) throws IOException {
    return Survey.of(json(input), ownKeys(), !rowKey.isEmpty(), progress);
  }

  /** Plans an import that reads its input once. */
  ImportPlan begin(Input input) throws IOException {
    if (!input.format().isSeparated()) {
      return ImportPlan.unsurveyed(json(input).begun(DETERMINING_ROWS), ownKeys());
    }
    var csv = csv(input);
    var keys = keysOf(csv.columns());
    if (keys.row().isEmpty()) {
      throw CommandFailure.wrongUsage("The rows have no RowKey, and --single-pass cannot number"
          + " them. Name columns with --row-key, or go without --single-pass.");
    }
    return ImportPlan.unsurveyed(csv.begun(DETERMINING_ROWS), keys);
  }

  private CsvFile csv(Input input) throws IOException {
    return input.csv(delimiter, cellTypes());
  }

  private JsonFile json(Input input) {
    if (!types.isEmpty() || delimiter != null) {
      throw CommandFailure.wrongUsage(
          "--type and --delimiter are for separated values; JSON tells its types itself.");
    }
    var keys = ownKeys();
    return input.json(keys.partition().contains("PartitionKey") || keys.row().contains("RowKey"));
  }

  private KeyColumns keysOf(List<String> columns) {
    var keys = keys(
        partitionKey.isEmpty() ? List.of("PartitionKey") : partitionKey,
        rowKey.isEmpty() && columns.contains("RowKey") ? List.of("RowKey") : rowKey);
    requireKnown(keys.partition(), columns, "--partition-key");
    requireKnown(keys.row(), columns, "--row-key");
    return keys;
  }

  private KeyColumns ownKeys() {
    return keys(
        partitionKey.isEmpty() ? List.of("PartitionKey") : partitionKey,
        rowKey.isEmpty() ? List.of("RowKey") : rowKey);
  }

  private KeyColumns keys(List<String> partition, List<String> row) {
    return new KeyColumns(partition, row, keyReplacement);
  }

  private Map<String, CellType> cellTypes() {
    var parsed = new LinkedHashMap<String, CellType>();
    types.forEach((column, type) -> parsed.put(column, cellType(type)));
    return parsed;
  }

  private static CellType cellType(String name) {
    for (var type : CellType.values()) {
      if (type.toString().equalsIgnoreCase(name)) {
        return type;
      }
    }
    throw CommandFailure.wrongUsage(
        "'" + name + "' is no type; there are " + List.of(CellType.values()) + ".");
  }

  private static void requireKnown(List<String> named, List<String> columns, String option) {
    for (var column : named) {
      if (!columns.contains(column)) {
        throw CommandFailure.wrongUsage(
            "There is no column '" + column + "' for " + option + "; there are " + columns + ".");
      }
      if (Collections.frequency(columns, column) > 1) {
        throw CommandFailure.wrongUsage("Two columns are named '" + column
            + "'; rename one, for it is named with " + option + ".");
      }
    }
  }
}
