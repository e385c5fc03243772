package io.weir.perf.engine;

import io.weir.api.Query;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.engine.query.Predicate;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.workload.DataSet;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/**
 * A thread's scan of everything, from the first entity to the last and again; each call reads as
 * many entities as it asks for.
 *
 * <p>Weir is read by the demand of one subscription, which answers on the requesting thread; the
 * peers by a cursor that stays open until it is at the end or its reader closes.
 */
@State(Scope.Thread)
public class WholeScan {

  private @Nullable Answer answer;
  private @Nullable PeerReader reader;
  private PeerReader.@Nullable Walk walk;

  /** Returns the reader of this scan's thread, always the same one. */
  PeerReader reader(PeerState state) {
    var open = reader;
    if (open == null) {
      open = state.reader();
      reader = open;
    }
    return open;
  }

  /** Reads the next {@code count} entities of a query's answer and returns their bytes. */
  long read(TableService tables, Query query, int count) {
    var found = new ScanTotals();
    for (var left = count; left > 0; ) {
      var open = answer;
      if (open == null) {
        open = new Answer();
        tables.query(DataSet.TABLE, query).subscribe(open);
        answer = open;
      }
      left -= open.next(left, found);
      if (open.complete) {
        answer = null;
      }
    }
    return found.bytesOf(count);
  }

  /** Reads the next {@code count} entities and returns their bytes. */
  long read(PeerReader reader, int count) {
    var found = new ScanTotals();
    for (var left = count; left > 0; ) {
      left -= orAgain(walk(reader).next(left, found));
    }
    return found.bytesOf(count);
  }

  /**
   * Passes {@code count} entities, of which {@code matches} match, and returns the bytes of those.
   */
  long read(PeerReader reader, int count, Predicate predicate, int matches) {
    var found = new ScanTotals();
    for (var left = count; left > 0; ) {
      left -= orAgain(walk(reader).next(left, predicate, found));
    }
    return found.bytesOf(matches);
  }

  private PeerReader.Walk walk(PeerReader reader) {
    var open = walk;
    if (open == null) {
      open = reader.walk();
      walk = open;
    }
    return open;
  }

  private int orAgain(int passed) {
    if (passed == 0 && walk != null) {
      walk.close();
      walk = null;
    }
    return passed;
  }

  private static final class Answer extends BaseSubscriber<Entity> {

    private ScanTotals found = new ScanTotals();
    private int received;
    private boolean complete;
    private @Nullable Throwable failure;

    /** Hands over the next entities, {@code count} unless the answer ends. Returns their number. */
    int next(int count, ScanTotals target) {
      found = target;
      received = 0;
      request(count);
      if (failure != null) {
        throw new IllegalStateException("scan failed", failure);
      }
      return received;
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      // Without demand nothing is requested.
    }

    @Override
    protected void hookOnNext(Entity entity) {
      received++;
      found.accept(entity);
    }

    @Override
    protected void hookOnComplete() {
      complete = true;
    }

    @Override
    protected void hookOnError(Throwable cause) {
      failure = cause;
    }
  }
}
