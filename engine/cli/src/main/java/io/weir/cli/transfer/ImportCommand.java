package io.weir.cli.transfer;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.TableArgument;
import io.weir.cli.rows.EntityRows;
import io.weir.cli.rows.ImportPlan;
import io.weir.cli.rows.KeyRepeats;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Stores the rows of a file in a table. */
@Command(
    name = "import",
    sortOptions = false,
    description = {
      "Store the rows of a file, or of standard input, in a table, which is created if absent; or all tables of a folder that"
          + " 'weir export' wrote.",
      "The command reads the file twice: first to infer the types of its columns and to find repeated keys, then to store it."
          + " It upserts rows, so an import can be repeated. Its memory does not grow with the file.",
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ImportCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      description =
          "A .csv or .tsv file with a header, an .ndjson file with an entity in each line, or a .json file of entities, which gzip or"
              + " zip may have compressed; '-' for standard input. Or the folder of an export.")
  private Path file = Path.of("");

  @Option(
      names = "--table",
      paramLabel = "T",
      description =
          "Table that receives the rows of a file. Default: none; a folder names its tables.")
  private @Nullable String table;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "16",
      description = "Batches of 100 entities in flight, 1 to 1000. Default: ${DEFAULT-VALUE}.")
  private int inFlight = Loader.USUAL_IN_FLIGHT;

  @Option(
      names = "--dry-run",
      description =
          "Read the whole input, print the types of its columns, the number of its rows and"
              + " how many keys repeat, and store nothing. No service is asked.")
  private boolean isDryRun;

  @Mixin
  private RowOptions rowOptions = new RowOptions();

  @Mixin
  private InputOptions inputOptions = new InputOptions();

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
      requireStored();
      folderImport.run(file, endpoint, inFlight, terminal);
      return 0;
    }
    folderImport.requireUnused();
    if (isDryRun) {
      dryRun();
      return 0;
    }
    try (var client = endpoint.connect()) {
      run(client);
      return 0;
    }
  }

  private void requireStored() {
    if (isDryRun) {
      throw CommandFailure.wrongUsage("--dry-run is for a file; the folder of an export states all"
          + " types, and 'weir check' verifies it.");
    }
  }

  private void requireInFlight() {
    if (inFlight < 1 || inFlight > 1000) {
      throw CommandFailure.wrongUsage("--in-flight is 1 to 1000, not " + inFlight + ".");
    }
  }

  /** Prints what an import would store. */
  private void dryRun() throws IOException {
    if (inputOptions.isSinglePass()) {
      throw CommandFailure.wrongUsage(
          "--dry-run reads the whole input to find its types; go without --single-pass.");
    }
    inputOptions.requireFormat(file);
    try (var input = inputOptions.open(file, terminal)) {
      var plan = survey(input);
      describe(plan, terminal::say);
      terminal.say(String.format(
          Locale.ROOT,
          "%,d rows of %s can be stored. Rows with the keys of an earlier row: %,d. Nothing was stored.",
          plan.count(),
          input.name(),
          plan.repeats()));
    }
  }

  /** Imports the file into this service. */
  void run(TableService service) throws IOException {
    if (table == null) {
      throw CommandFailure.wrongUsage("Missing required option: '--table=T'");
    }
    var name = TableArgument.named(table);
    requireInFlight();
    inputOptions.requireFormat(file);
    // First, so that an unreachable service fails before the survey of a large file.
    var isThere = service.table(name).hasElement().block();
    try (var input = inputOptions.open(file, terminal)) {
      var plan = inputOptions.isSinglePass() ? rowOptions.begin(input) : survey(input);
      describe(plan, terminal::remark);
      if (!Boolean.TRUE.equals(isThere)) {
        new Loader(service, 1).ensure(name).block();
      }
      terminal.say(load(service, name, plan).text(input.name(), name));
    }
  }

  private static void describe(ImportPlan plan, Consumer<String> lines) {
    plan.rows().description().forEach(line -> lines.accept("  " + line));
    if (plan.numbered()) {
      lines.accept("  RowKey ends in the number of the row, since "
          + (plan.repeats() > 0 ? "keys repeat" : "no column forms it"));
    }
  }

  private ImportPlan survey(Input input) throws IOException {
    try (var progress = terminal.progress().begin("Reading", -1, "rows")) {
      return rowOptions.survey(input, progress::advance);
    }
  }

  private Stored load(TableService service, TableName name, ImportPlan plan) throws IOException {
    var loader = new Loader(service, inFlight);
    var entities = EntityRows.of(plan).subscribeOn(Schedulers.boundedElastic());
    try (var progress = terminal.progress().begin("Storing", plan.count(), "rows");
        var repeats = new KeyRepeats()) {
      if (!plan.mayReplace()) {
        return Stored.of(loader.load(name, entities, progress), 0);
      }
      if (plan.repeats() != ImportPlan.UNKNOWN) {
        return Stored.of(loader.loadInOrder(name, entities, progress), plan.repeats());
      }
      var counted = entities.doOnNext(entity -> repeats.add(entity.key()));
      var rows = Stored.of(loader.loadInOrder(name, counted, progress), 0).rows;
      return new Stored(rows, repeats.count());
    }
  }

  /**
   * The outcome of an import.
   *
   * @param replaced number of the rows that a later row replaced
   */
  private record Stored(long rows, long replaced) {

    static Stored of(Mono<Long> rows, long replaced) {
      return new Stored(rows.blockOptional().orElse(0L), replaced);
    }

    String text(String input, TableName table) {
      return replaced == 0
          ? String.format(Locale.ROOT, "%,d rows of %s are in the table %s.", rows, input, table)
          : String.format(
              Locale.ROOT,
              "%,d of %,d rows of %s are in the table %s. Replaced by later rows with the same keys: %,d.",
              rows - replaced,
              rows,
              input,
              table,
              replaced);
    }
  }
}
