package io.weir.engine.observe;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sum of what all loops recorded. Numbers never exceed what happened, apart from the error of sampling: a partition or a shape counts
 * from the moment at which it got a counter.
 *
 * <p>Belongs to one thread at a time.
 */
public final class Observed {

  private final Observing observing;
  private final long nowNanos;
  private final Map<PartitionName, PartitionTally> partitions = new HashMap<>();
  private final Map<QueryShape, PlanTally> plans = new HashMap<>();
  private final Map<Integer, TableTally> tables = new HashMap<>();
  private final Map<Integer, IndexTally> indexes = new HashMap<>();
  private Duration span = Duration.ZERO;

  /** Makes an empty sum at a moment of the monotonic clock. */
  public Observed(Observing observing, long nowNanos) {
    this.observing = observing;
    this.nowNanos = nowNanos;
  }

  void add(PartitionName partition, PartitionTally tally) {
    partitions.computeIfAbsent(partition, absent -> new PartitionTally()).add(tally);
  }

  void add(QueryShape shape, PlanTally tally) {
    plans.computeIfAbsent(shape, absent -> new PlanTally()).add(tally);
  }

  void add(int tableId, TableTally tally) {
    tables
        .computeIfAbsent(tableId, absent -> new TableTally(new NameBudget(NameBudget.ENDLESS)))
        .add(tally);
  }

  void addIndex(int indexId, IndexTally tally) {
    indexes
        .computeIfAbsent(indexId, absent -> new IndexTally(tally.sinceNanos()))
        .add(tally);
  }

  void began(long startNanos) {
    var length = Duration.ofNanos(nowNanos - startNanos);
    span = length.compareTo(span) > 0 ? length : span;
  }

  /** Returns how requests were observed. */
  public Observing observing() {
    return observing;
  }

  /** Returns the time that the windows cover. */
  public Duration span() {
    return span;
  }

  /** Returns the time since an index was first met. */
  public Duration since(IndexTally index) {
    return Duration.ofNanos(nowNanos - index.sinceNanos());
  }

  public Map<PartitionName, PartitionTally> partitions() {
    return Collections.unmodifiableMap(partitions);
  }

  public Map<QueryShape, PlanTally> plans() {
    return Collections.unmodifiableMap(plans);
  }

  /** Returns what was seen of a table; null for nothing. */
  public @Nullable TableTally table(int tableId) {
    return tables.get(tableId);
  }

  /** Returns the use of an index; null when no query has met it. */
  public @Nullable IndexTally index(int indexId) {
    return indexes.get(indexId);
  }
}
