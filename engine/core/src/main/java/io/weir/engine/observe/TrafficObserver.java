package io.weir.engine.observe;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.write.Write;
import io.weir.engine.index.TableIndex;
import io.weir.engine.loop.Loops;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives what requests do, and records some of it on the loop of the caller; see the package
 * documentation.
 *
 * <p>Any thread. Never waits. A request that is not recorded costs a random number. A record that
 * fails is logged and does not fail the request.
 */
public final class TrafficObserver {

  /**
   * From so many entities read on, each answer is recorded: the record costs less than a hundredth
   * of it.
   */
  static final int COSTLY_SCAN = 256;

  /** From so many bytes on, each write is recorded. */
  static final int LARGE_WRITE_BYTES = 32 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(TrafficObserver.class);

  private final Observing observing;
  private final List<LoopTraffic> traffic;
  private final LongSupplier nanoClock;
  private final IntUnaryOperator random;
  private final WaitingRoom waiting = new WaitingRoom();
  private final AtomicBoolean hasWarned = new AtomicBoolean();

  /**
   * Whether the use of an index was not recorded. Written by any thread, read by collections; a
   * moment's delay does no harm.
   */
  private volatile boolean isUseLost;

  /**
   * Begins to observe.
   *
   * @param random returns a number from 0 to its argument, exclusive; any thread
   */
  public TrafficObserver(
      Observing observing, Loops loops, LongSupplier nanoClock, IntUnaryOperator random) {
    this.observing = observing;
    this.nanoClock = nanoClock;
    this.random = random;
    this.traffic = loops.all().stream()
        .map(loop -> new LoopTraffic(loop, observing, nanoClock))
        .toList();
  }

  /** Returns how requests are observed. */
  public Observing observing() {
    return observing;
  }

  /** Receives a read of one entity. */
  public void read(int tableId, EntityKey key, Selection selection) {
    if (isSampled()) {
      var bytes = HeapEstimate.ofKey(key) + HeapEstimate.ofNames(selection.names());
      record(bytes, loop -> loop.window().read(tableId, key, selection.names(), observing.every()));
    }
  }

  /** Receives the begin of a change feed of the table. Its reader receives whole entities. */
  public void followed(int tableId) {
    if (observing.isOn()) {
      record(0, loop -> loop.window().followed(tableId));
    }
  }

  /**
   * Receives writes that arrived together, before it is known whether they succeed. They must not
   * change afterwards.
   */
  public void wrote(int tableId, List<Write> writes, Arrival arrival) {
    if (isSampled()) {
      wrote(tableId, writes, arrival, observing.every());
    }
  }

  /** Receives one write, before it is known whether it succeeds. */
  public void wrote(int tableId, Write write, Arrival arrival) {
    if (observing.isOn() && write.weightBytes() >= LARGE_WRITE_BYTES) {
      wrote(tableId, List.of(write), arrival, 1);
    } else if (isSampled()) {
      wrote(tableId, List.of(write), arrival, observing.every());
    }
  }

  private void wrote(int tableId, List<Write> writes, Arrival arrival, long weight) {
    record(
        HeapEstimate.ofWrites(writes),
        loop -> loop.window().wrote(tableId, writes, arrival, weight));
  }

  /**
   * Receives the report of an answer to a query, or of the part that was answered before its reader
   * went away.
   *
   * @param indexes the indexes that the table has
   */
  public void answered(int tableId, List<TableIndex> indexes, Query query, QueryReport report) {
    if (!observing.isOn() || report.path() == AccessPath.NONE) {
      return;
    }
    var isCostly = report.scanned() >= COSTLY_SCAN || !report.index().isEmpty();
    if (isCostly || isSampled()) {
      var weight = isCostly ? 1 : observing.every();
      try {
        var answer = Answer.of(tableId, query, report);
        var isRecorded = record(answer.bytes(), loop -> loop.answered(indexes, answer, weight));
        if (!isRecorded && !report.index().isEmpty()) {
          isUseLost = true;
        }
      } catch (RuntimeException e) {
        failed(e);
      }
    }
  }

  /**
   * Adds up what all loops recorded, and gives the sum to the receiver on a loop. Calls one of the
   * two once. Neither is called if a loop no longer runs its tasks, so the caller must limit its
   * wait.
   *
   * @param failed receives why the sum could not be made; on a loop, or on the calling thread
   */
  public void collect(Consumer<Observed> receiver, Consumer<Throwable> failed) {
    var sum = new Observed(observing, nanoClock.getAsLong());
    var first = observing.isOn() ? 0 : traffic.size() - 1; // there is nothing to add up
    visit(first, sum, receiver, failed);
  }

  private void visit(
      int number, Observed sum, Consumer<Observed> receiver, Consumer<Throwable> failed) {
    try {
      traffic.get(number).loop().execute(() -> add(number, sum, receiver, failed));
    } catch (RuntimeException e) { // a loop that has ended refuses tasks
      failed.accept(e);
    }
  }

  private void add(
      int number, Observed sum, Consumer<Observed> receiver, Consumer<Throwable> failed) {
    try {
      traffic.get(number).addTo(sum);
    } catch (RuntimeException e) {
      failed.accept(e);
      return;
    }
    if (number + 1 < traffic.size()) {
      visit(number + 1, sum, receiver, failed);
    } else {
      if (isUseLost) {
        sum.onlyIndexes(List.of());
      }
      receiver.accept(sum);
    }
  }

  private boolean isSampled() {
    var every = observing.every();
    return every == 1 || every > 1 && random.applyAsInt(every) == 0;
  }

  /**
   * Records an event on the calling loop, or has a loop do so. Returns false if the event was
   * dropped.
   */
  private boolean record(long bytes, Consumer<LoopTraffic> event) {
    for (var each : traffic) {
      if (each.loop().isCurrent()) {
        record(each, event);
        return true;
      }
    }
    return handOver(bytes, event);
  }

  private boolean handOver(long bytes, Consumer<LoopTraffic> event) {
    if (!waiting.enter(bytes)) {
      return false;
    }
    try {
      var target = traffic.get(random.applyAsInt(traffic.size()));
      target.loop().execute(() -> {
        waiting.leave(bytes);
        record(target, event);
      });
      return true;
    } catch (RuntimeException e) { // a loop that has ended refuses tasks
      waiting.leave(bytes);
      failed(e);
      return false;
    }
  }

  private void record(LoopTraffic loop, Consumer<LoopTraffic> event) {
    try {
      event.accept(loop);
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private void failed(RuntimeException cause) {
    if (hasWarned.compareAndSet(false, true)) {
      LOG.warn("a request could not be recorded; further ones are logged at debug level", cause);
    } else {
      LOG.debug("a request could not be recorded", cause);
    }
  }
}
