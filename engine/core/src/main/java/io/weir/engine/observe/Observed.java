package io.weir.engine.observe;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sum of what all loops recorded. Apart from the error of sampling, no number is too large.
 * Numbers of a partition or a shape may be too small: they count from the moment at which it got a
 * counter.
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

  /** The tables of which nothing was left out; null for all. */
  private @Nullable Set<Integer> wholeTables;

  /** The indexes of which no use was left out; null for all. */
  private @Nullable Set<Integer> wholeIndexes;

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

  /** Learns that requests to other tables than these were left out of a record. */
  void onlyTables(Collection<Integer> tableIds) {
    wholeTables = common(wholeTables, tableIds);
  }

  /** Learns that uses of other indexes than these were left out of a record. */
  void onlyIndexes(Collection<Integer> indexIds) {
    wholeIndexes = common(wholeIndexes, indexIds);
  }

  private static Set<Integer> common(@Nullable Set<Integer> some, Collection<Integer> others) {
    var common = new HashSet<>(some == null ? others : some);
    common.retainAll(others);
    return common;
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

  /**
   * Returns what was seen of a table; null for nothing, and when a part of it was left out: its
   * shares would be wrong.
   */
  public @Nullable TableTally table(int tableId) {
    return wholeTables == null || wholeTables.contains(tableId) ? tables.get(tableId) : null;
  }

  /**
   * Returns the use of an index; null when no query has met it, and when a use of it may have been
   * left out.
   */
  public @Nullable IndexTally index(int indexId) {
    return wholeIndexes == null || wholeIndexes.contains(indexId) ? indexes.get(indexId) : null;
  }
}
