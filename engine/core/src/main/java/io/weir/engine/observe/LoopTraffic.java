package io.weir.engine.observe;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.engine.index.TableIndex;
import io.weir.engine.loop.Loop;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What one loop recorded: two windows, and the uses of indexes since the start. Owner: the loop. */
final class LoopTraffic {

  /** Most indexes whose uses are counted. */
  private static final int INDEXES = 1_024;

  private final Loop loop;
  private final long windowNanos;
  private final LongSupplier nanoClock;
  private final Map<Integer, IndexTally> indexes = new HashMap<>();
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

  /** Returns the current window. Begins the next one when its time has come, and forgets what is older than two. */
  TrafficWindow window() {
    assert loop.isCurrent();
    var now = nanoClock.getAsLong();
    var age = now - current.startNanos();
    if (age >= windowNanos) {
      previous = age < 2 * windowNanos ? current : null;
      current = new TrafficWindow(now);
    }
    return current;
  }

  void answered(
      int tableId, List<TableIndex> declared, Query query, QueryReport report, long weight) {
    window().answered(tableId, query, report, weight);
    var used =
        report.index().isEmpty() ? List.of() : Arrays.asList(report.index().split(","));
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
    if (tally != null) {
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
  }
}
