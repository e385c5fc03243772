package io.weir.cli.transfer;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.cli.format.CellType;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.rows.EntityRows;
import io.weir.cli.rows.ImportPlan;
import io.weir.cli.rows.KeyColumns;
import io.weir.cli.rows.Loader;
import io.weir.cli.rows.Survey;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.scheduler.Schedulers;

/** Stores the rows of a file in a table. */
@Command(
    name = "import",
    sortOptions = false,
    description = {
      "Store the rows of a file in a table, which is created if absent; or all tables of a folder that 'weir export' wrote.",
      "The command reads the file twice: first to infer the types of its columns and to find repeated keys, then to store it."
          + " It upserts rows, so an import can be repeated. Its memory does not grow with the file.",
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ImportCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      description =
          "A .csv or .tsv file with a header, or an .ndjson file with an entity in each line; .gz after the name if compressed."
              + " UTF-8. Or the folder of an export.")
  private Path file = Path.of("");

  @Option(
      names = "--table",
      paramLabel = "T",
      description =
          "Table that receives the rows of a file. Default: none; a folder names its tables.")
  private @Nullable String table;

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
      description = "Character between two cells. Default: a comma; in a .tsv file a tab.")
  private @Nullable Character delimiter;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "16",
      description = "Batches of 100 entities in flight, 1 to 1000. Default: ${DEFAULT-VALUE}.")
  private int inFlight = Loader.USUAL_IN_FLIGHT;

  @Mixin
  private FolderImport folderImport = new FolderImport();

  @Mixin
  private EndpointOptions endpoint = new EndpointOptions();

  @Mixin
  private CommonOptions common = new CommonOptions();

  private final Terminal terminal;

  public ImportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    requireInFlight();
    if (Files.isDirectory(file)) {
      folderImport.run(file, endpoint, inFlight, terminal);
      return 0;
    }
    folderImport.requireUnused();
    try (var client = endpoint.connect()) {
      run(client);
      return 0;
    }
  }

  private void requireInFlight() {
    if (inFlight < 1 || inFlight > 1000) {
      throw CommandFailure.wrongUsage("--in-flight is 1 to 1000, not " + inFlight + ".");
    }
  }

  /** Imports the file into this service. */
  void run(TableService service) throws IOException {
    if (table == null) {
      throw CommandFailure.wrongUsage("Missing required option: '--table=T'");
    }
    var name = TableArgument.named(table);
    requireInFlight();
    var input = new InputFile(file);
    input.requireReadable();
    // First, so that an unreachable service fails before the survey of a large file.
    var isThere = service.table(name).hasElement().block();
    var plan = survey(input);
    plan.rows().description().forEach(line -> terminal.remark("  " + line));
    if (plan.numbered()) {
      terminal.remark(
          "  RowKey ends in the number of the row, since keys repeat or none was named");
    }
    if (!Boolean.TRUE.equals(isThere)) {
      new Loader(service, 1).ensure(name).block();
    }
    terminal.say(report(load(service, name, plan), plan.replaced(), name));
  }

  private String report(long stored, long replaced, TableName name) {
    return replaced == 0
        ? String.format(Locale.ROOT, "%,d rows of %s are in the table %s.", stored, file, name)
        : String.format(
            Locale.ROOT,
            "%,d of %,d rows of %s are in the table %s. Replaced by later rows with the same keys: %,d.",
            stored - replaced,
            stored,
            file,
            name,
            replaced);
  }

  private ImportPlan survey(InputFile input) throws IOException {
    try (var progress = terminal.progress().begin("Reading", -1, "rows")) {
      return input.isNdjson()
          ? surveyNdjson(input, progress::advance)
          : surveyCsv(input, progress::advance);
    }
  }

  private ImportPlan surveyCsv(InputFile input, LongConsumer progress) throws IOException {
    var csv = input.csv(delimiter, cellTypes());
    var columns = csv.columns();
    var hasRowKey = columns.contains("RowKey");
    var keys = keys(
        partitionKey.isEmpty() ? List.of("PartitionKey") : partitionKey,
        rowKey.isEmpty() && hasRowKey ? List.of("RowKey") : rowKey);
    requireKnown(keys.partition(), columns, "--partition-key");
    requireKnown(keys.row(), columns, "--row-key");
    return Survey.of(csv, keys, !rowKey.isEmpty() || !hasRowKey, progress);
  }

  private ImportPlan surveyNdjson(InputFile input, LongConsumer progress) throws IOException {
    if (!types.isEmpty() || delimiter != null) {
      throw CommandFailure.wrongUsage(
          "--type and --delimiter are for separated values; a line of JSON tells its types itself.");
    }
    var keys = keys(
        partitionKey.isEmpty() ? List.of("PartitionKey") : partitionKey,
        rowKey.isEmpty() ? List.of("RowKey") : rowKey);
    var ownKeys = keys.partition().contains("PartitionKey") || keys.row().contains("RowKey");
    return Survey.of(input.ndjson(ownKeys), keys, !rowKey.isEmpty(), progress);
  }

  private long load(TableService service, TableName name, ImportPlan plan) {
    var loader = new Loader(service, plan.replaced() > 0 ? 1 : inFlight);
    var entities = EntityRows.of(plan).subscribeOn(Schedulers.boundedElastic());
    try (var progress = terminal.progress().begin("Storing", plan.count(), "rows")) {
      var stored = loader.load(name, entities, progress).block();
      return stored == null ? 0 : stored;
    }
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
