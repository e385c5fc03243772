package io.weir.cli.transfer;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.IndexStatus;
import io.weir.cli.format.Output;
import io.weir.cli.format.PlanText;
import io.weir.cli.terminal.Terminal;
import io.weir.engine.plan.UnusedIndexes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prints the items of a stream; each method answers whether somebody still reads. What is held back
 * is printed at the latest when the stream tells that time has passed.
 */
final class QueryPrinter implements StreamItem.Handler<Boolean> {

  /** Entities after which it is found out whether anybody still reads. */
  private static final int LOOK_EVERY = 256;

  private final Output output;
  private final Terminal terminal;
  private @Nullable QueryReport report;
  private long rows;
  private boolean unread;

  QueryPrinter(Output output, Terminal terminal) {
    this.output = output;
    this.terminal = terminal;
  }

  /** Returns whether standard output is closed, as after {@code | head}. */
  boolean isUnread() {
    return unread;
  }

  /** Says how the query was answered. */
  void explain(Query query, long tookNanos) {
    if (report != null) {
      terminal.remark("filter    " + FilterPrinter.print(query.filter()));
      terminal.remark("answered  " + PlanText.of(report, tookNanos));
    }
  }

  /** Says why declared indexes were not used. */
  void explain(Query query, List<IndexStatus> declared) {
    if (report != null) {
      UnusedIndexes.of(query, declared, report)
          .forEach(unused ->
              terminal.remark("index " + unused.index() + " is not used: " + unused.text()));
    }
  }

  @Override
  public Boolean row(StreamItem.Row item) {
    try {
      output.write(item.entity());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (++rows % LOOK_EVERY == 0) {
      unread = terminal.isUnread();
    }
    return !unread;
  }

  @Override
  public Boolean progress(StreamItem.Progress item) {
    flush();
    return !unread;
  }

  @Override
  public Boolean end(StreamItem.End item) {
    report = item.report();
    return !unread;
  }

  private void flush() {
    try {
      output.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    unread = terminal.isUnread();
  }
}
