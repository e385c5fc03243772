package io.weir.cli.table;

import io.netty.buffer.Unpooled;
import io.weir.api.ConsumerName;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.TableService;
import io.weir.api.entity.Selection;
import io.weir.api.error.InvalidRequestException;
import io.weir.cli.options.FilterArgument;
import io.weir.cli.options.RemoteService;
import io.weir.cli.options.TableArgument;
import io.weir.cli.rows.Pull;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.Terminal;
import io.weir.server.json.EntityLines;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;

/** Prints changes as they happen. */
@Command(
    name = "changes",
    sortOptions = false,
    description = {
      "Print the changes of a table, or of all tables of the account, as lines of JSON, until interrupted.",
      "Each line has a token. --from TOKEN continues after that line.",
      "--consumer NAME reads on from the position of a named consumer, and moves it after what was printed."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class ChangesCommand implements Callable<Integer> {

  /** Items asked for at a time. */
  private static final int DEMAND = 64;

  @Parameters(
      arity = "0..1",
      paramLabel = "TABLE",
      description = "The table. Default: all tables of the account.")
  private @Nullable String table;

  @Option(
      names = "--from",
      paramLabel = "PLACE",
      description =
          "Where to start: now; beginning, which prints the existing entities first; a time such as 2030-01-31T12:00:00Z; or a token. Default: now.")
  private @Nullable String from;

  @Option(
      names = "--consumer",
      paramLabel = "NAME",
      description =
          "A consumer that 'weir consumers create' made: start at its position, with its table, and move it. In place of TABLE and --from. Default: none.")
  private @Nullable String consumer;

  @Option(
      names = "--filter",
      paramLabel = "TEXT",
      description =
          "Filter of the entities as they are written, as $filter of the protocol. Of tables without before-images, removals pass if their key can. Default: all.")
  private @Nullable String filter;

  @Option(names = "--checkpoints", description = "Print checkpoints too, at least one a second.")
  private boolean checkpoints;

  @Mixin
  private RemoteService remote = new RemoteService();

  private final Terminal terminal;

  public ChangesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    return remote.use(this::run);
  }

  /**
   * Prints the feed of this service until it ends, standard output is closed, or the thread is
   * interrupted.
   */
  void run(TableService service) throws IOException {
    try {
      follow(service);
    } catch (RuntimeException e) {
      // an interruption asks this command to end, so it is no failure; each printed line is whole
      if (!(Exceptions.unwrap(e) instanceof InterruptedException)) {
        throw e;
      }
    } finally {
      terminal.out().flush();
    }
  }

  private void follow(TableService service) throws IOException {
    var name = consumer;
    if (name == null) {
      print(service.changes(scope(), start()), item -> {});
      return;
    }
    if (table != null || from != null) {
      throw CommandFailure.wrongUsage("Give --consumer, or TABLE and --from.");
    }
    var found = service.consumers().get(named(name)).blockOptional().orElseThrow();
    var position = new StoredPosition(service, found, System::nanoTime);
    print(
        service.changes(found.scope(FilterArgument.parsed(filter)), found.start()),
        position::passed);
  }

  /**
   * Prints the items. Tells the listener of each; of a checkpoint only when all before it has left
   * the process.
   */
  private void print(Flux<FeedItem> feed, Consumer<FeedItem> printed) throws IOException {
    var unread = false;
    try (var items = Pull.from(feed, DEMAND)) {
      for (var each = items.iterator(); !unread && each.hasNext(); ) {
        var item = each.next();
        if (checkpoints || !(item instanceof FeedItem.Checkpoint)) {
          print(item);
        }
        // a checkpoint comes at least once a second, so a closed output is noticed then
        unread = item instanceof FeedItem.Checkpoint && terminal.isUnread();
        if (!unread) {
          printed.accept(item);
        }
      }
    }
  }

  private void print(FeedItem item) throws IOException {
    var line = Unpooled.buffer();
    try (var lines = new EntityLines(line, Selection.ALL)) {
      lines.feed(item);
      lines.flush();
      line.readBytes(terminal.out(), line.readableBytes());
    } finally {
      line.release();
    }
  }

  private FeedStart start() {
    try {
      var place = from;
      return place == null ? FeedStart.NOW : FeedStart.parse(place);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage("--from is now, beginning, a time, or a token.");
    }
  }

  private static ConsumerName named(String name) {
    try {
      return new ConsumerName(name);
    } catch (InvalidRequestException e) {
      throw CommandFailure.wrongUsage(
          "--consumer is 1 to 63 lower-case letters, digits and inner dashes.");
    }
  }

  private FeedScope scope() {
    var name = table;
    var all = name == null ? FeedScope.ACCOUNT : FeedScope.of(TableArgument.named(name));
    return all.where(FilterArgument.parsed(filter));
  }
}
