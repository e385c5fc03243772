package io.weir.cli.table;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.index.SortProperty;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.FilterArgument;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Declares, lists and drops the secondary indexes of a table. */
@Command(
    name = "index",
    sortOptions = false,
    description = {
      "Declare, list and drop the secondary indexes of a table.",
      "The service keeps an index up to date with every write, and uses it for filters and for 'weir query --order-by'."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class IndexCommand implements Runnable {

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public IndexCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: index create, list or drop.");
  }

  @Command(
      name = "create",
      sortOptions = false,
      description = {
        "Declare an index and wait until queries use it.",
        "Interrupting the command only ends the wait: the service goes on."
      })
  int create(
      @Parameters(paramLabel = "TABLE", description = "The table.") String table,
      @Parameters(
              paramLabel = "NAME",
              description = "Name of the index: letters, digits and underscores.")
          String name,
      @Parameters(
              arity = "1..*",
              paramLabel = "PROPERTY",
              description =
                  "Properties to sort by, the most significant one first; NAME:desc for descending.")
          List<String> properties,
      @Option(
              names = "--where",
              paramLabel = "FILTER",
              description = "Cover only the entities that satisfy the filter. Default: all.")
          @Nullable
          String where,
      @Option(
              names = "--sparse",
              description = {
                "Leave out entities that lack a property.",
                "Such an index serves only filters that compare each property."
              })
          boolean sparse,
      @Option(
              names = "--with-missing",
              description = {
                "Cover entities that lack a property, as an index does that is not unique.",
                "In a unique index two missing values are equal. Without this, it is sparse."
              })
          boolean withMissing,
      @Option(
              names = "--unique",
              description = {
                "Refuse writes that would give two entities the same values.",
                "Fails when the table has such entities already."
              })
          boolean unique,
      @Option(names = "--no-wait", description = "Do not wait until queries use the index.")
          boolean noWait,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var definition = usage(() -> new IndexDefinition(
        new IndexName(name),
        properties.stream().map(IndexCommand::property).toList(),
        FilterArgument.parsed("--where", where),
        unique,
        isSparse(sparse, withMissing, unique)));
    try (var client = endpoint.connect()) {
      create(client, TableArgument.named(table), definition, noWait);
    }
    return 0;
  }

  private static boolean isSparse(boolean sparse, boolean withMissing, boolean unique) {
    if (sparse && withMissing) {
      throw CommandFailure.wrongUsage("Say --sparse or --with-missing, not both.");
    }
    return sparse || unique && !withMissing;
  }

  private void create(
      TableService service, TableName table, IndexDefinition definition, boolean noWait) {
    service.createIndex(table, definition).block();
    if (noWait) {
      terminal.say("The service fills the index " + definition.name() + ".");
      return;
    }
    var status = new BackfillWait(service, terminal.progress()).untilEnd(table, definition);
    var duplicate = status.duplicate();
    if (duplicate != null) {
      throw CommandFailure.failed("The index " + definition.name() + " has failed: "
          + IndexListing.reason(duplicate) + ". Drop it, change one of them, and create it again.");
    }
    terminal.say("Queries use the index " + definition.name() + " of "
        + IndexListing.number(status.entries()) + " entries.");
  }

  @Command(name = "list", description = "List the indexes of a table.")
  int list(
      @Parameters(paramLabel = "TABLE", description = "The table.") String table,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      List<IndexStatus> indexes =
          client.indexes(TableArgument.named(table)).blockOptional().orElseThrow();
      IndexListing.lines(indexes).forEach(terminal::say);
    }
    return 0;
  }

  @Command(name = "drop", description = "Drop an index. Entities stay.")
  int drop(
      @Parameters(paramLabel = "TABLE", description = "The table.") String table,
      @Parameters(paramLabel = "NAME", description = "Name of the index.") String name,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var index = usage(() -> new IndexName(name));
    try (var client = endpoint.connect()) {
      client.dropIndex(TableArgument.named(table), index).block();
    }
    terminal.say("The index " + name + " is dropped.");
    return 0;
  }

  /** Reads a property to sort by: NAME, NAME:asc or NAME:desc. */
  public static SortProperty property(String text) {
    var colon = text.lastIndexOf(':');
    var direction = colon < 0 ? "asc" : text.substring(colon + 1);
    if (!direction.equals("asc") && !direction.equals("desc")) {
      throw CommandFailure.wrongUsage(
          "'" + text + "' is not a property; write NAME, NAME:asc or NAME:desc.");
    }
    return new SortProperty(colon < 0 ? text : text.substring(0, colon), direction.equals("desc"));
  }

  private static <T> T usage(Supplier<T> reader) {
    try {
      return reader.get();
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage(String.valueOf(e.getMessage()));
    }
  }
}
