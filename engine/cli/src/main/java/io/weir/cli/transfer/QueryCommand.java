package io.weir.cli.transfer;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Selection;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.cli.format.Output;
import io.weir.cli.format.TableOutput;
import io.weir.cli.format.TextFormat;
import io.weir.cli.options.FilterArgument;
import io.weir.cli.options.RemoteService;
import io.weir.cli.options.TableArgument;
import io.weir.cli.rows.Pull;
import io.weir.cli.table.IndexCommand;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.publisher.Flux;

/** Prints the entities of a table that match a filter, or aggregates of them. */
@Command(
    name = "query",
    sortOptions = false,
    description = {
      "Print the entities of a table that match a filter, as they arrive,",
      "or what the service computes from them: counts, sums, averages and extremes, of all or of groups."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class QueryCommand implements Callable<Integer> {

  /** Entities asked for at a time. */
  private static final int DEMAND = 256;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table = "";

  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      description =
          "Filter of the entities, as $filter of the protocol: \"PartitionKey eq 'Texas' and CostTotal gt 0\". Default: all.")
  private @Nullable String filter;

  @Option(
      names = "--select",
      paramLabel = "NAME",
      split = ",",
      description = "Properties to print, in this order. Default: all but the Timestamp.")
  private List<String> select = List.of();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Print at most N entities. Default: all.")
  private int top = Query.NO_TOP;

  @Option(names = "--descending", description = "Read from the last key to the first.")
  private boolean descending;

  @Option(
      names = "--order-by",
      paramLabel = "NAME",
      split = ",",
      description =
          "Properties to sort by, which an index must give; NAME:desc for descending. Default: the order of keys.")
  private List<String> orderBy = List.of();

  @Option(
      names = "--index",
      paramLabel = "NAME",
      description = "The index to use; '-' uses none. Default: the service chooses.")
  private @Nullable String index;

  @Mixin
  private AggregateOptions aggregates = new AggregateOptions();

  @Option(
      names = "--format",
      paramLabel = "table|csv|tsv|json|ndjson",
      defaultValue = "table",
      description =
          "Format of the output: table for people; csv, tsv, json or ndjson, which import reads. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.TABLE;

  @Option(
      names = "--no-types",
      description =
          "With --format csv or tsv: leave out the columns NAME@type. An import then infers the types.")
  private boolean leavesOutTypes;

  @Option(names = "--explain", description = "Print to standard error how the query was answered.")
  private boolean explain;

  @Mixin
  private RemoteService remote = new RemoteService();

  private final Terminal terminal;

  public QueryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  private enum Format {
    TABLE,
    CSV,
    TSV,
    JSON,
    NDJSON
  }

  @Override
  public Integer call() throws IOException {
    return remote.use(this::run);
  }

  /** Queries this service. Stops early when standard output is closed. */
  void run(TableService service) throws IOException {
    var name = TableArgument.named(table);
    var query = query();
    var aggregation = aggregates.aggregation();
    aggregation.ifPresent(computed -> requireAllEntities());
    var startedNanos = System.nanoTime();
    try (var output = output(
            aggregation.map(computed -> Selection.of(computed.names())).orElse(query.selection()));
        var items = Pull.from(items(service, name, query, aggregation), DEMAND)) {
      var printer = new QueryPrinter(output, terminal);
      for (var each = items.iterator(); each.hasNext() && !printer.isUnread(); ) {
        each.next().dispatch(printer);
      }
      if (!printer.isUnread()) {
        output.end();
        terminal.isUnread();
      }
      if (explain) {
        printer.explain(query, System.nanoTime() - startedNanos);
        printer.explain(query, declared(service, name));
      }
      remarkLeftOut(output.leftOut());
    }
  }

  /** Returns the entities that match, or the groups that are computed from them. */
  private static Flux<StreamItem> items(
      TableService service, TableName table, Query query, Optional<Aggregation> aggregation) {
    return aggregation
        .map(computed -> service
            .aggregate(table, query, computed)
            .flatMapMany(answer -> Flux.<StreamItem>concat(
                Flux.fromIterable(answer.groups()).map(StreamItem.Row::new),
                Flux.just(new StreamItem.End(answer.report())))))
        .orElseGet(() -> service.stream(table, query));
  }

  private void requireAllEntities() {
    if (!select.isEmpty() || !orderBy.isEmpty() || descending || top != Query.NO_TOP) {
      throw CommandFailure.wrongUsage(
          "--select, --top, --order-by and --descending are for entities; what is computed from"
              + " them goes without.");
    }
  }

  /**
   * Returns the indexes of a table; none where the service has no indexes, or does not show them to
   * this signature.
   */
  private static List<IndexStatus> declared(TableService service, TableName table) {
    return Objects.requireNonNull(service
        .indexes(table)
        .onErrorReturn(AccessDeniedException.class, List.of())
        .onErrorReturn(QueryCommand::isNotImplemented, List.of())
        .block());
  }

  private static boolean isNotImplemented(Throwable failure) {
    return failure instanceof TableServiceException refused
        && refused.code() == ErrorCode.NOT_IMPLEMENTED;
  }

  private Query query() {
    if (top < 0) {
      throw CommandFailure.wrongUsage("--top is 0 or more, not " + top + ".");
    }
    var query = Query.ALL
        .where(FilterArgument.parsed(filter))
        .select(Selection.of(select))
        .top(top);
    return hinted(ordered(query));
  }

  private Query ordered(Query query) {
    if (orderBy.isEmpty()) {
      return descending ? query.descending() : query;
    }
    if (descending) {
      throw CommandFailure.wrongUsage("--descending goes without --order-by; write NAME:desc.");
    }
    return query.orderBy(orderBy.stream().map(IndexCommand::property).toList());
  }

  private Query hinted(Query query) {
    if (index == null) {
      return query;
    }
    try {
      return query.hint(index.equals("-") ? IndexHint.NONE : IndexHint.force(new IndexName(index)));
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage("--index is not the name of an index. " + e.getMessage());
    }
  }

  private Output output(Selection selection) {
    return switch (format) {
      case TABLE -> new TableOutput(TextFormat.text(terminal.out()), selection);
      case CSV -> text(TextFormat.CSV, selection);
      case TSV -> text(TextFormat.TSV, selection);
      case JSON -> text(TextFormat.JSON, selection);
      case NDJSON -> text(TextFormat.NDJSON, selection);
    };
  }

  private Output text(TextFormat chosen, Selection selection) {
    return chosen.output(terminal.out(), selection, !leavesOutTypes);
  }

  private void remarkLeftOut(Set<String> leftOut) {
    if (!leftOut.isEmpty()) {
      terminal.remark("Not shown, since the first entities lacked them: " + leftOut
          + ". Name them with --select, or use --format ndjson.");
    }
  }
}
