package io.weir.perf.feed;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.entity.Entity;
import io.weir.perf.process.Cpu;
import io.weir.perf.report.FeedTask;
import java.time.Duration;
import reactor.core.publisher.Flux;

/**
 * The changes of a table of Weir since a token. A consumer over HTTP uses the writers' client,
 * which has the usual options.
 *
 * @param door the service with the table
 * @param task whether the consumer looks into the values
 * @param rows that were written
 * @param from the token before the first of them
 */
record WeirBacklog(FeedDoor door, FeedTask task, int rows, FeedStart from)
    implements ChangeBacklog {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Writes rows and returns the backlog of their changes. Blocks. */
  static WeirBacklog write(FeedDoor door, FeedTask task, int rows) {
    var from = changes(door, FeedStart.NOW).blockFirst(PATIENCE);
    if (from == null) {
      throw new IllegalStateException("the feed ended before its first item");
    }
    WrittenRows.write(door.table(), WrittenRows.of(rows));
    return new WeirBacklog(door, task, rows, FeedStart.after(from.token()));
  }

  /** Returns the same changes for another task. */
  WeirBacklog with(FeedTask other) {
    return new WeirBacklog(door, other, rows, from);
  }

  private static Flux<FeedItem> changes(FeedDoor door, FeedStart from) {
    return door.table().tables().changes(FeedScope.of(door.table().name()), from);
  }

  @Override
  public String title() {
    return door.title();
  }

  @Override
  public Cpu server() {
    return door.server();
  }

  @Override
  public void read() {
    var read = changes(door, from)
        .ofType(FeedItem.Change.class)
        .take(rows)
        .filter(change -> task == FeedTask.CATCH_UP || letters(change) > 0)
        .count()
        .blockOptional(PATIENCE)
        .orElseThrow();
    ChangeBacklog.requireAll(title(), rows, read);
  }

  /** Makes a text of each key and value, and returns their length. */
  private static int letters(FeedItem.Change change) {
    var keys = change.key().partitionKey().length() + change.key().rowKey().length();
    return keys + change.after().map(WeirBacklog::letters).orElse(0);
  }

  private static int letters(Entity entity) {
    var letters = 0;
    for (var cursor = entity.properties(); cursor.next(); ) {
      letters += cursor.string().length();
    }
    return letters;
  }

  /** The door belongs to the run. */
  @Override
  public void close() {}
}
