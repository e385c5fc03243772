package io.weir.client.dialect;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.client.frame.ExpectedFrame;
import org.jspecify.annotations.Nullable;

/**
 * Where a stream is, over all attempts: the query that asks for what is still to come, and the sums to report at its end.
 *
 * <p>An entity is behind this place once it was handed to the subscriber, so that a new attempt begins with the next one: none is
 * lost, none comes twice.
 *
 * <p>Belongs to one subscription; attempts follow each other, so it is never used by two threads at a time.
 */
final class StreamPosition implements StreamItem.Handler<StreamItem> {

  private final Query query;
  private @Nullable Continuation resume;
  private @Nullable Entity last;
  private long received;
  private long scannedBefore;
  private long scanned;
  private boolean ended;
  private boolean cutShort;

  StreamPosition(Query query) {
    this.query = query;
    this.resume = query.from();
  }

  /** Begins an attempt: the query for the rest. */
  Query rest() {
    cutShort = false;
    scannedBefore += scanned;
    scanned = 0;
    return query.from(place()).top(remaining());
  }

  /** Whether the last item has passed. */
  boolean isEnded() {
    return ended;
  }

  /** Whether the attempt has ended at a limit of the service, and the next one has the rest. */
  boolean isCutShort() {
    return cutShort;
  }

  /** Takes notice that the attempt ends before the stream does. */
  void cutShort(Continuation rest) {
    cutShort = true;
    resume = rest;
    last = null;
  }

  /** Takes notice of an item that is handed to the subscriber; answers it with the sums of all attempts. */
  StreamItem pass(StreamItem item) {
    if (ended) {
      throw ExpectedFrame.unexpectedAnswer("itemBehindEnd");
    }
    return item.dispatch(this);
  }

  @Override
  public StreamItem row(StreamItem.Row item) {
    last = item.entity();
    received++;
    scanned++;
    return item;
  }

  @Override
  public StreamItem progress(StreamItem.Progress item) {
    resume = item.resume();
    last = null;
    scanned = item.scanned();
    return new StreamItem.Progress(item.resume(), scannedBefore + scanned);
  }

  @Override
  public StreamItem end(StreamItem.End item) {
    ended = true;
    var report = item.report();
    return new StreamItem.End(new QueryReport(
        report.path(), report.ranges(), scannedBefore + report.scanned(), received));
  }

  private @Nullable Continuation place() {
    return last == null ? resume : Continuation.after(last.key(), query.direction());
  }

  private int remaining() {
    return query.top() == Query.NO_TOP ? Query.NO_TOP : (int) (query.top() - received);
  }
}
