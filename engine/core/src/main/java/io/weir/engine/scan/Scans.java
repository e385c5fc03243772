package io.weir.engine.scan;

import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.catalog.Table;
import io.weir.engine.plan.AccessChoice;
import io.weir.engine.plan.IndexAccess;
import io.weir.engine.plan.IndexPlanner;
import io.weir.engine.query.Planner;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.store.ReadView;
import java.util.List;
import java.util.Optional;

/** Makes the scan or the count of a query: of key ranges, or through indexes. Any thread. */
public final class Scans {

  /** Entities that one loop reads in a few turns. */
  private static final long FEW = 8 * 1_024;

  private Scans() {}

  /**
   * Returns the scan of a query. Fails with {@code InvalidInput} for an order or a hint that no
   * index serves, and as a scan does.
   */
  public static Scan of(ReadView store, Table table, Query query) {
    if (!query.order().isEmpty()) {
      return inOrder(store, table, query);
    }
    var keys = Planner.plan(query.filter());
    if (table.indexes().isEmpty() && query.hint().forced() == null) {
      return new KeyScan(store, table.id(), keys, query);
    }
    var accesses = choose(store, table, keys, query);
    return accesses.isEmpty()
        ? new KeyScan(store, table.id(), keys, query)
        : throughIndex(store, table, accesses.get(), keys, query);
  }

  /**
   * Returns scans that together find what a query finds, each entity once and in no order. Several
   * loops can read them at once. A query through an index, with a limit or a continuation, or of
   * few entities, has one scan. Fails as {@link #of} does.
   *
   * @param most scans
   */
  public static List<Scan> apart(ReadView store, Table table, Query query, int most) {
    var isWhole = query.top() == Query.NO_TOP && query.from() == null;
    var scan = of(store, table, query);
    if (most == 1 || !isWhole || !(scan instanceof KeyScan)) {
      return List.of(scan);
    }
    var keys = Planner.plan(query.filter());
    return isLarge(store, table.id(), keys)
        ? KeyScan.apart(store, table.id(), keys, query.unordered(), most)
        : List.of(scan);
  }

  private static boolean isLarge(ReadView store, int tableId, QueryPlan keys) {
    var pins = Pins.ofResident(store);
    try {
      return new EntryCounts(store, tableId, pins).entities(keys, FEW) > FEW;
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    } finally {
      pins.release();
    }
  }

  /**
   * Returns the count of a query's answer by the counters of leaf pages; empty when the answer must
   * be read for it.
   */
  public static Optional<LeafCount> countOf(ReadView store, Table table, Query query) {
    if (!query.order().isEmpty()
        || query.hint().forced() != null
        || store.expiryOf(table.id()) != null) {
      return Optional.empty();
    }
    var keys = Planner.plan(query.filter());
    return keys.isExact()
        ? Optional.of(new LeafCount(store, table.id(), keys, query))
        : Optional.empty();
  }

  /** A continuation belongs to one index, whichever index would be chosen for a new query. */
  private static Scan inOrder(ReadView store, Table table, Query query) {
    var from = query.from();
    var place = from == null ? null : from.index();
    var indexes =
        place == null ? table.indexes() : List.of(IndexPlace.index(place, table.indexes()));
    var ordered = IndexPlanner.ordered(query.filter(), query.order(), indexes, query.hint());
    return new IndexWalk(store, table.id(), ordered.access(), ordered.backwards(), query);
  }

  /**
   * Chooses how to read a query. An index has entries in every shard, the key ranges may need a
   * single one. If a shard cannot be read now, the key ranges are read, unless the query forces an
   * index.
   */
  private static Optional<List<IndexAccess>> choose(
      ReadView store, Table table, QueryPlan keys, Query query) {
    var pins = Pins.ofResident(store);
    try {
      return new AccessChoice(query, table.indexes(), new EntryCounts(store, table.id(), pins))
          .choose(keys);
    } catch (RuntimeException | InternalError e) {
      var fault = ReadFault.of(store, e);
      if (fault instanceof ServiceBusyException && query.hint().forced() == null) {
        return Optional.empty();
      }
      throw fault;
    } finally {
      pins.release();
    }
  }

  private static Scan throughIndex(
      ReadView store, Table table, List<IndexAccess> accesses, QueryPlan keys, Query query) {
    var isInOrder = accesses.size() == 1
        && accesses.get(0).isInKeyOrder()
        && query.direction() != Direction.UNORDERED;
    return isInOrder
        ? new IndexWalk(
            store, table.id(), accesses.get(0), query.direction() == Direction.DESCENDING, query)
        : new CollectedScan(store, table.id(), accesses, keys, query);
  }
}
