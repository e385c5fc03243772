package io.weir.engine.observe;

import io.weir.engine.index.TableIndex;
import io.weir.engine.loop.Loop;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What one loop recorded: two windows, and the uses of indexes since the start. Owner: the loop.
 */
final class LoopTraffic {

  /** Most indexes whose uses are counted. */
  static final int INDEXES = 1_024;

  private final Loop loop;
  private final long windowNanos;
  private final LongSupplier nanoClock;
  private final Map<Integer, IndexTally> indexes = new HashMap<>();

  /** Whether an index was left out because {@link #INDEXES} others are counted. */
  private boolean indexesLeftOut;

  private TrafficWindow current;
  private @Nullable TrafficWindow previous;

  LoopTraffic(Loop loop, Observing observing, LongSupplier nanoClock) {
    this.loop = loop;
    this.windowNanos = observing.window().toNanos();
    this.nanoClock = nanoClock;
    this.current = new TrafficWindow(nanoClock.getAsLong());
  }

  Loop loop() {
    return loop;
  }

  /**
   * Returns the current window. Begins the next one when its time has come. The next one begins
   * where the last one ended, even if nothing was recorded for a while, so that the two windows
   * together never reach back more than two lengths.
   */
  TrafficWindow window() {
    assert loop.isCurrent();
    var now = nanoClock.getAsLong();
    var age = now - current.startNanos();
    if (age >= 2 * windowNanos) {
      previous = null;
      current = new TrafficWindow(now);
    } else if (age >= windowNanos) {
      previous = current;
      current = new TrafficWindow(current.startNanos() + windowNanos);
    }
    return current;
  }

  void answered(List<TableIndex> declared, Answer answer, long weight) {
    window().answered(answer, weight);
    var names = answer.report().index();
    var used = names.isEmpty() ? List.of() : Arrays.asList(names.split(","));
    for (var index : declared) {
      if (index.isReadable()) {
        meet(index, used.contains(index.definition().name().value()), weight);
      }
    }
  }

  private void meet(TableIndex index, boolean used, long weight) {
    var tally = indexes.get(index.id());
    if (tally == null && indexes.size() < INDEXES) {
      tally = new IndexTally(nanoClock.getAsLong());
      indexes.put(index.id(), tally);
    }
    if (tally == null) {
      indexesLeftOut = true;
    } else {
      tally.met(used, weight);
    }
  }

  void addTo(Observed sum) {
    var now = window();
    now.addTo(sum);
    sum.began(now.startNanos());
    var before = previous;
    if (before != null) {
      before.addTo(sum);
      sum.began(before.startNanos());
    }
    indexes.forEach(sum::addIndex);
    if (indexesLeftOut) {
      sum.onlyIndexes(indexes.keySet());
    }
  }
}
