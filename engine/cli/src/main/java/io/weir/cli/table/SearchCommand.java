package io.weir.cli.table;

import io.weir.api.TableName;
import io.weir.api.entity.Selection;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.search.SearchDeclarations;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchState;
import io.weir.api.search.SearchStatus;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.EndpointOptions;
import io.weir.cli.options.FilterArgument;
import io.weir.cli.options.TableArgument;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Mono;

/** Declares, lists, rebuilds and drops full-text searches, and searches. */
@Command(
    name = "search",
    sortOptions = false,
    description = {
      "Search the text of entities, and declare which properties are searched.",
      "The service keeps a text index of each such table, a moment after its writes."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class SearchCommand implements Runnable {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public SearchCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Say what to do: search create, list, query, rebuild or drop.");
  }

  @Command(
      name = "create",
      sortOptions = false,
      description = {
        "Declare the searched properties of a table, in place of earlier ones, and wait until searches are answered by them.",
        "Interrupting the command only ends the wait: the service goes on."
      })
  int create(
      @Parameters(paramLabel = "TABLE", description = "The table.") String table,
      @Parameters(
              arity = "1..*",
              paramLabel = "PROPERTY",
              description =
                  "Properties to search, as NAME, NAME:ANALYZER or NAME:ANALYZER:WEIGHT. Analyzers: standard, simple, keyword, english."
                      + " Matches in a property of a higher weight rank higher.")
          List<String> properties,
      @Option(names = "--no-wait", description = "Do not wait until searches are answered.")
          boolean noWait,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var name = TableArgument.named(table);
    var definition = definition(properties);
    try (var client = endpoint.connect()) {
      var status = waited(client.searches().declare(name, definition));
      terminal.say(SearchLine.line(noWait ? status : ready(client.searches(), name)));
    }
    return 0;
  }

  private static SearchDefinition definition(List<String> properties) {
    try {
      return new SearchDefinition(properties.stream().map(SearchLine::property).toList());
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage("The search cannot be declared. " + e.getMessage());
    }
  }

  /** Waits until the declared index answers alone, or something has failed. */
  private static SearchStatus ready(SearchDeclarations searches, TableName table) {
    var status = waited(searches
        .status(table)
        .repeatWhen(done -> done.delayElements(LOOK_AGAIN))
        .takeUntil(SearchCommand::isSettled)
        .last());
    if (!status.failure().isEmpty()) {
      throw CommandFailure.failed("The index of " + table + " cannot be kept at present: "
          + status.failure() + ". The service tries again by itself.");
    }
    return status;
  }

  private static boolean isSettled(SearchStatus status) {
    return !status.failure().isEmpty()
        || status.state() != SearchState.BUILDING && !status.isRebuilding();
  }

  private static <T> T waited(Mono<T> answer) {
    return answer.blockOptional().orElseThrow();
  }

  @Command(name = "list", description = "List the searches of all tables of the account.")
  int list(@Mixin EndpointOptions endpoint, @Mixin CommonOptions unused) {
    try (var client = endpoint.connect()) {
      var all = waited(client.searches().list());
      if (all.isEmpty()) {
        terminal.say("no searches");
      }
      all.stream().map(SearchLine::line).forEach(terminal::say);
    }
    return 0;
  }

  @Command(
      name = "query",
      sortOptions = false,
      description = "Print the entities that match, the best first, one JSON object a line.")
  int query(
      @Parameters(paramLabel = "TABLE", description = "The table.") String table,
      @Parameters(
              paramLabel = "WORDS",
              description =
                  "What to search for: words, \"a phrase\", +must, -not, prefix*, Property:word.")
          String words,
      @Option(
              names = "--filter",
              paramLabel = "TEXT",
              description =
                  "Filter of the found entities, as $filter of the protocol. Default: all.")
          @Nullable
          String filter,
      @Option(
              names = "--select",
              paramLabel = "NAME",
              description = "Properties to print beside the keys, with commas. Default: all.")
          @Nullable
          String select,
      @Option(
              names = "--top",
              paramLabel = "N",
              defaultValue = "20",
              description = "Most entities to print, 1 to 1000. Default: ${DEFAULT-VALUE}.")
          int top,
      @Option(
              names = "--skip",
              paramLabel = "N",
              defaultValue = "0",
              description =
                  "Matches to pass over, 0 to 10000: the number that the page before ended with. Default: ${DEFAULT-VALUE}.")
          int skip,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var name = TableArgument.named(table);
    var request = request(words, filter, select, top, skip);
    try (var client = endpoint.connect()) {
      new HitLines(terminal)
          .print(name, request.selection(), waited(client.searchPage(name, request)));
    }
    return 0;
  }

  private static SearchRequest request(
      String words, @Nullable String filter, @Nullable String select, int top, int skip) {
    try {
      return new SearchRequest(
          words,
          FilterArgument.parsed(filter),
          select == null ? Selection.ALL : Selection.of(names(select)),
          top,
          skip);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage("The search is not valid. " + e.getMessage());
    }
  }

  private static List<String> names(String select) {
    return Stream.of(select.split(",")).map(String::strip).toList();
  }

  @Command(
      name = "rebuild",
      description = "Have the service build the index again. The present one answers until then.")
  int rebuild(
      @Parameters(paramLabel = "TABLE", description = "The table.") String table,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var name = TableArgument.named(table);
    try (var client = endpoint.connect()) {
      client.searches().rebuild(name).block();
    }
    terminal.say("The service builds the index of " + name + " again; see 'weir search list'.");
    return 0;
  }

  @Command(name = "drop", description = "Drop the search of a table with its index. Entities stay.")
  int drop(
      @Parameters(paramLabel = "TABLE", description = "The table.") String table,
      @Mixin EndpointOptions endpoint,
      @Mixin CommonOptions unused) {
    var name = TableArgument.named(table);
    try (var client = endpoint.connect()) {
      client.searches().drop(name).block();
    }
    terminal.say(name + ": search dropped");
    return 0;
  }
}
