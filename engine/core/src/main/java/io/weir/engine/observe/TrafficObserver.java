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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * Receives what requests do, and records some of it on the loop of the caller; see the package documentation.
 *
 * <p>Any thread. Never waits. A request that is not recorded costs a random number.
 */
public final class TrafficObserver {

  /** From so many entities read on, each answer is recorded: the record costs less than a hundredth of it. */
  static final int COSTLY_SCAN = 256;

  /** From so many bytes on, each write is recorded. */
  static final int LARGE_WRITE_BYTES = 32 * 1024;

  /** Most records of other threads that wait for a loop. */
  static final int MOST_WAITING = 1_024;

  private final Observing observing;
  private final List<LoopTraffic> traffic;
  private final LongSupplier nanoClock;
  private final IntUnaryOperator random;

  /** Counts up before a task is given to a loop, and down when it begins: a task that finds it full is dropped. */
  private final AtomicInteger waiting = new AtomicInteger();

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

  /** Tells of a read of one entity. */
  public void read(int tableId, EntityKey key, Selection selection) {
    if (isSampled()) {
      record(loop -> loop.window().read(tableId, key, selection, observing.every()));
    }
  }

  /** Tells of writes that arrived together, whatever becomes of them. They must not change afterwards. */
  public void wrote(int tableId, List<Write> writes, Arrival arrival) {
    if (isSampled()) {
      record(loop -> loop.window().wrote(tableId, writes, arrival, observing.every()));
    }
  }

  /** Tells of one write. */
  public void wrote(int tableId, Write write, Arrival arrival) {
    if (observing.isOn() && write.weightBytes() >= LARGE_WRITE_BYTES) {
      record(loop -> loop.window().wrote(tableId, List.of(write), arrival, 1));
    } else if (isSampled()) {
      record(loop -> loop.window().wrote(tableId, List.of(write), arrival, observing.every()));
    }
  }

  /**
   * Tells of an answer to a query, or of the part that was answered before its reader went away.
   *
   * @param indexes the indexes that the table has
   */
  public void answered(int tableId, List<TableIndex> indexes, Query query, QueryReport report) {
    if (!observing.isOn() || report.path() == AccessPath.NONE) {
      return;
    }
    if (report.scanned() >= COSTLY_SCAN || !report.index().isEmpty()) {
      record(loop -> loop.answered(tableId, indexes, query, report, 1));
    } else if (isSampled()) {
      record(loop -> loop.answered(tableId, indexes, query, report, observing.every()));
    }
  }

  /** Adds up what all loops recorded and gives the sum to the receiver, on the last loop. With nothing to collect the caller receives it. */
  public void collect(Consumer<Observed> receiver) {
    var sum = new Observed(observing, nanoClock.getAsLong());
    if (observing.isOn()) {
      collect(0, sum, receiver);
    } else {
      receiver.accept(sum);
    }
  }

  private void collect(int number, Observed sum, Consumer<Observed> receiver) {
    traffic.get(number).loop().execute(() -> {
      traffic.get(number).addTo(sum);
      if (number + 1 < traffic.size()) {
        collect(number + 1, sum, receiver);
      } else {
        receiver.accept(sum);
      }
    });
  }

  private boolean isSampled() {
    var every = observing.every();
    return every == 1 || every > 1 && random.applyAsInt(every) == 0;
  }

  private void record(Consumer<LoopTraffic> event) {
    for (var each : traffic) {
      if (each.loop().isCurrent()) {
        event.accept(each);
        return;
      }
    }
    handOver(event);
  }

  private void handOver(Consumer<LoopTraffic> event) {
    if (waiting.incrementAndGet() > MOST_WAITING) {
      waiting.decrementAndGet();
      return;
    }
    var target = traffic.get(random.applyAsInt(traffic.size()));
    target.loop().execute(() -> {
      waiting.decrementAndGet();
      event.accept(target);
    });
  }
}
