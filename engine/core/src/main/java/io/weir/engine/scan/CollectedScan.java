package io.weir.engine.scan;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.engine.plan.AccessChoice;
import io.weir.engine.plan.IndexAccess;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A scan that answers in the order of keys what indexes find. Its first calls collect and sort the
 * keys of all entries; the later ones read the entities.
 *
 * <p>It reads the key ranges instead when the entries turn out to be several times as many as the
 * planner counted, or when an index was dropped meanwhile. A query that forces the index fails with
 * {@code InvalidInput} then.
 */
public final class CollectedScan implements Scan {

  /**
   * Most entries that are collected: more than the planner accepts, because some may come after it
   * has counted.
   */
  private static final int MOST = 4 * AccessChoice.MAX_COLLECTED;

  private final ReadView store;
  private final int tableId;
  private final List<IndexAccess> accesses;
  private final QueryPlan keys;
  private final Query query;
  private final KeyCollector collector;
  private final Pins pins;

  /** What reads the entities; null until all keys are collected. */
  private @Nullable Scan reading;

  /**
   * Creates a scan that begins at the query's continuation, or at the first key.
   *
   * @param keys the plan to follow when the indexes cannot be used
   */
  public CollectedScan(
      ReadView store, int tableId, List<IndexAccess> accesses, QueryPlan keys, Query query) {
    this(store, tableId, accesses, keys, query, MOST);
  }

  CollectedScan(
      ReadView store,
      int tableId,
      List<IndexAccess> accesses,
      QueryPlan keys,
      Query query,
      int most) {
    this.store = store;
    this.tableId = tableId;
    this.accesses = List.copyOf(accesses);
    this.keys = keys;
    this.query = query;
    this.collector = new KeyCollector(store, tableId, this.accesses, query, most);
    this.pins = Pins.ofResident(store);
  }

  @Override
  public boolean advance(int maxRows, List<Entity> target) {
    try {
      var scan = reading == null ? collect() : reading;
      return scan != null && scan.advance(maxRows, target);
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  /**
   * Collects a slice of the keys. Returns what reads the entities; null while there is more to
   * collect.
   */
  private @Nullable Scan collect() {
    if (collector.collect(pins)) {
      reading = reader();
    }
    return reading;
  }

  /**
   * The catalog forgets a dropped index before its entries are cut: while it knows the index,
   * nothing was missing.
   */
  private Scan reader() {
    var isDropped = !accesses.stream()
        .allMatch(access -> store.catalog().isLive(access.index().id()));
    if (!isDropped && !collector.isTooMany()) {
      return new KeyListScan(store, tableId, query, collector.sorted(), report(), pins);
    }
    if (query.hint().forced() != null && store.catalog().isLive(tableId)) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "index=" + query.hint().forced() + " reason=" + (isDropped ? "dropped" : "grew"));
    }
    pins.release();
    return new KeyScan(store, tableId, keys, query);
  }

  @Override
  public void await(ColdPage cold, int rows, Executor loop, Runnable task) {
    var scan = reading;
    if (scan == null) {
      pins.await(collector.pagesAhead(cold, pins), loop, task);
    } else {
      scan.await(cold, rows, loop, task);
    }
  }

  @Override
  public void release() {
    pins.release();
    var scan = reading;
    if (scan != null) {
      scan.release();
    }
  }

  @Override
  public @Nullable Continuation position() {
    var scan = reading;
    return scan == null ? null : scan.position();
  }

  /** Collects the rest of the keys first: before that no key is known to be the next one. */
  @Override
  public @Nullable Continuation next() {
    try {
      var scan = reading;
      while (scan == null) {
        scan = collect();
      }
      return scan.next();
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  @Override
  public long scanned() {
    var scan = reading;
    return scan == null ? collector.scanned() : scan.scanned();
  }

  @Override
  public QueryReport report() {
    var scan = reading;
    return scan == null
        ? new QueryReport(
            path(),
            accesses.stream()
                .map(access -> access.index().definition().name().value())
                .distinct()
                .collect(Collectors.joining(",")),
            accesses.stream().mapToInt(access -> access.ranges().size()).sum(),
            collector.scanned(),
            0)
        : scan.report();
  }

  private AccessPath path() {
    if (accesses.size() > 1) {
      return AccessPath.INDEX_UNION;
    }
    return accesses.get(0).isLookup() ? AccessPath.INDEX_LOOKUP : AccessPath.INDEX_RANGE;
  }
}
