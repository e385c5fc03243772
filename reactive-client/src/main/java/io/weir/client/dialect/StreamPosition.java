package io.weir.client.dialect;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.client.frame.ExpectedFrame;
import org.jspecify.annotations.Nullable;

/**
 * The position of a stream, over all attempts: the query for the remaining items, and the totals for its final report.
 *
 * <p>The position moves past an entity when the subscriber gets it. A new attempt begins with the next entity, so none is lost and none
 * comes twice.
 *
 * <p>Belongs to one subscription; attempts follow each other, so no two threads use it at the same time.
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

  /** Begins an attempt and returns the query for the rest. */
  Query rest() {
    cutShort = false;
    scannedBefore += scanned;
    scanned = 0;
    return query.from(place()).top(remaining());
  }

  /** Returns whether the last item has passed. */
  boolean isEnded() {
    return ended;
  }

  /** Returns whether the attempt ended at a limit of the service and another one has to follow. */
  boolean isCutShort() {
    return cutShort;
  }

  /** Notes that the attempt ends before the stream does. */
  void cutShort(Continuation rest) {
    cutShort = true;
    resume = rest;
    last = null;
  }

  /** Notes an item that is passed to the subscriber. Returns it with the totals of all attempts. */
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
