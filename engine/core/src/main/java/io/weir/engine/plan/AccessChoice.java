package io.weir.engine.plan;

import io.weir.api.AccessPath;
import io.weir.api.Query;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.IndexName;
import io.weir.engine.index.TableIndex;
import io.weir.engine.query.QueryPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses between the key ranges of a query and its indexes, for an answer in the order of keys.
 *
 * <p>An index is chosen when its ranges hold at most {@link #MAX_COLLECTED} entries, and fewer than
 * a quarter of the entities that the key ranges hold: reading an entity by its key costs about as
 * much as reading four in a row. Key ranges of single partitions with at most {@link #FEW_ENTITIES}
 * entities are read without a look at the indexes, and so are single keys.
 */
public final class AccessChoice {

  /** Most entries that a query collects and sorts by key: about a millisecond of work. */
  public static final int MAX_COLLECTED = 8_192;

  /**
   * Most entities of partitions that are always read in a row. An index is sought in every shard,
   * once to count its entries and once to read them: about 40 µs for 16 shards. That is the time of
   * some hundred entities in a row, by an estimate.
   */
  public static final int FEW_ENTITIES = 512;

  private static final int COST_OF_A_HIT = 4;

  /** Counts entries of the store, up to a limit. */
  public interface Counter {

    /**
     * Returns the number of entries in the ranges of an index; a number above {@code most} when
     * there are more.
     */
    long entries(IndexAccess access, long most);

    /**
     * Returns the number of entities in the key ranges of a plan; a number above {@code most} when
     * there are more.
     */
    long entities(QueryPlan plan, long most);
  }

  private final Query query;
  private final List<TableIndex> indexes;
  private final Counter counter;

  public AccessChoice(Query query, List<TableIndex> indexes, Counter counter) {
    this.query = query;
    this.indexes = indexes;
    this.counter = counter;
  }

  /**
   * Returns the accesses whose entries together hold every match; empty when the key ranges of the
   * plan are to be read. Fails with {@code InvalidInput} when the hint forces an index that cannot
   * answer.
   */
  public Optional<List<IndexAccess>> choose(QueryPlan keys) {
    var forced = query.hint().forced();
    if (forced == null && (indexes.isEmpty() || !query.hint().allowed() || isNarrow(keys))) {
      return Optional.empty();
    }
    var best = best();
    if (forced != null) {
      return Optional.of(best.orElseThrow(() -> cannotAnswer(forced)).accesses());
    }
    return best.filter(counted -> isCheaper(counted, keys)).map(Counted::accesses);
  }

  private InvalidRequestException cannotAnswer(IndexName forced) {
    var named = indexes.stream()
        .filter(index -> index.definition().name().equals(forced))
        .findFirst();
    var reason =
        named.map(index -> index.isReadable() ? unusable() : "backfilling").orElse("absent");
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "index=" + forced + " reason=" + reason);
  }

  private String unusable() {
    var isServed =
        !IndexPlanner.candidates(query.filter(), indexes, query.hint()).isEmpty()
            || !IndexPlanner.unions(query.filter(), indexes, query.hint()).isEmpty();
    return isServed ? "tooManyEntries limit=" + MAX_COLLECTED : "notServedByFilter";
  }

  private boolean isNarrow(QueryPlan keys) {
    return keys.path().compareTo(AccessPath.MULTI_POINT) <= 0
        || keys.path().compareTo(AccessPath.PARTITION_SCAN) <= 0
            && counter.entities(keys, FEW_ENTITIES) <= FEW_ENTITIES;
  }

  private boolean isCheaper(Counted counted, QueryPlan keys) {
    var worth = counted.entries * COST_OF_A_HIT;
    return counter.entities(keys, worth) > worth;
  }

  private record Counted(List<IndexAccess> accesses, long entries) {}

  private Optional<Counted> best() {
    var best = cheapest(IndexPlanner.candidates(query.filter(), indexes, query.hint()));
    for (var union : IndexPlanner.unions(query.filter(), indexes, query.hint())) {
      var counted = together(union);
      if (counted.isPresent() && (best.isEmpty() || counted.get().entries < best.get().entries)) {
        best = counted;
      }
    }
    return best;
  }

  private Optional<Counted> cheapest(List<IndexAccess> candidates) {
    Counted best = null;
    for (var candidate : candidates) {
      var most = best == null ? MAX_COLLECTED : best.entries - 1;
      var entries = counter.entries(candidate, most);
      if (entries <= most) {
        best = new Counted(List.of(candidate), entries);
      }
    }
    return Optional.ofNullable(best);
  }

  private Optional<Counted> together(List<List<IndexAccess>> alternatives) {
    var accesses = new ArrayList<IndexAccess>();
    var entries = 0L;
    for (var candidates : alternatives) {
      var counted = cheapest(candidates);
      if (counted.isEmpty()) {
        return Optional.empty();
      }
      accesses.addAll(counted.get().accesses);
      entries += counted.get().entries;
    }
    return entries > MAX_COLLECTED ? Optional.empty() : Optional.of(new Counted(accesses, entries));
  }
}
