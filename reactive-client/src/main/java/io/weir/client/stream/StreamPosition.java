package io.weir.client.stream;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The position of a stream, over all attempts: the query for the remaining items, and the totals
 * for its final report.
 *
 * <p>The position moves past an entity when the subscriber gets it. A new attempt begins with the
 * next entity, so none is lost and none comes twice. In the order of an index, only the service can
 * name a position: a new attempt begins at the last one that it named, and drops the entities that
 * came since then.
 *
 * <p>Belongs to one subscription; attempts follow each other, so no two threads use it at the same
 * time.
 */
final class StreamPosition implements StreamItem.Handler<StreamItem> {

  /**
   * Most entities between two positions that the service names, in the order of an index; it sends
   * one after 1,000.
   */
  private static final int MOST_KEYS = 16_384;

  private final Query query;
  private @Nullable Continuation resume;
  private @Nullable Entity last;
  private long received;
  private long scannedBefore;
  private long scanned;
  private boolean ended;
  private boolean cutShort;

  /**
   * The keys of the entities since the last position that the service named; only in the order of
   * an index.
   */
  private final Set<EntityKey> sinceResume = new HashSet<>();

  /**
   * The keys of received entities that this attempt may still repeat: they come after the position
   * that the service named last.
   */
  private final Set<EntityKey> repeated = new HashSet<>();

  StreamPosition(Query query) {
    this.query = query;
    this.resume = query.from();
  }

  /** Begins an attempt and returns the query for the rest. */
  Query rest() {
    cutShort = false;
    scannedBefore += scanned;
    scanned = 0;
    repeated.clear();
    repeated.addAll(sinceResume);
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
    resumeAt(rest);
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
    if (isOrdered()) {
      noteKey(last.key());
    }
    received++;
    scanned++;
    return item;
  }

  @Override
  public StreamItem progress(StreamItem.Progress item) {
    resumeAt(item.resume());
    scanned = item.scanned();
    return new StreamItem.Progress(item.resume(), scannedBefore + scanned);
  }

  @Override
  public StreamItem end(StreamItem.End item) {
    ended = true;
    var report = item.report();
    return new StreamItem.End(new QueryReport(
        report.path(),
        report.index(),
        report.ranges(),
        scannedBefore + report.scanned(),
        received));
  }

  private @Nullable Continuation place() {
    return last == null || isOrdered() ? resume : Continuation.after(last.key(), query.direction());
  }

  private void resumeAt(Continuation place) {
    resume = place;
    last = null;
    sinceResume.clear();
    sinceResume.addAll(repeated);
  }

  private boolean isOrdered() {
    return !query.order().isEmpty();
  }

  private void noteKey(EntityKey key) {
    if (sinceResume.size() == MOST_KEYS) {
      throw ExpectedFrame.unexpectedAnswer("orderedStreamWithoutProgress");
    }
    sinceResume.add(key);
  }

  /**
   * Returns whether the subscriber gets an item: not an entity that an earlier attempt has
   * delivered, nor one beyond the total.
   */
  boolean isWanted(StreamItem item) {
    return !(item instanceof StreamItem.Row row)
        || !isOrdered()
        || !repeated.remove(row.entity().key()) && !isComplete();
  }

  private boolean isComplete() {
    return query.top() != Query.NO_TOP && received >= query.top();
  }

  /**
   * Returns how many entities the next attempt asks for. One that it is to repeat may have
   * disappeared, so more may come than are wanted.
   */
  private int remaining() {
    return query.top() == Query.NO_TOP
        ? Query.NO_TOP
        : (int) Math.min(Query.NO_TOP - 1L, query.top() - received + repeated.size());
  }
}
