package io.weir.engine.scan;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.plan.AccessChoice;
import io.weir.engine.plan.IndexAccess;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A scan that answers in the order of keys what indexes find. At its first read it collects the keys of all entries, at most {@link
 * AccessChoice#MAX_COLLECTED}, from one version of each shard, and sorts them. Then it reads the entities by key, in slices, and checks the
 * whole filter on each.
 */
public final class CollectedScan implements Scan {

  /** What more entries than the planner counted may come until they are collected. */
  private static final int SLACK = 4;

  private final Store store;
  private final int tableId;
  private final Query query;
  private final List<IndexAccess> accesses;
  private final IndexedRow rows;
  private final Pins pins;

  /** The keys of entities in the order of the answer; null until the first read. */
  private @Nullable List<byte[]> keys;

  private int position;
  private long remaining;
  private long scanned;
  private long returned;

  /** Creates a scan that begins at the query's continuation, or at the first key. */
  public CollectedScan(Store store, int tableId, List<IndexAccess> accesses, Query query) {
    this.store = store;
    this.tableId = tableId;
    this.query = query;
    this.accesses = List.copyOf(accesses);
    this.rows = new IndexedRow(query);
    this.pins = new Pins(store);
    this.remaining = query.top() == Query.NO_TOP ? Long.MAX_VALUE : query.top();
  }

  @Override
  public boolean advance(int maxRows, List<Entity> target) {
    try {
      return readOn(maxRows, target);
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  private boolean readOn(int maxRows, List<Entity> target) {
    if (!store.catalog().isLive(tableId)) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=dropped");
    }
    rows.hide(store.expiryOf(tableId));
    try {
      return read(collected(), maxRows, target);
    } catch (PageDamaged e) {
      throw Pins.pageDamaged();
    }
  }

  private boolean read(List<byte[]> found, int maxRows, List<Entity> target) {
    var slice = new Slice(
        (int) Math.min(maxRows, remaining), KeyScan.SCANNED_A_SLICE / 2, KeyScan.BYTES_A_SLICE);
    while (position < found.size() && slice.isOpen()) {
      var treeKey = found.get(position++);
      slice.scanned();
      scanned++;
      var stored = rows.match(pins.of(store.groups().ofTreeKey(treeKey)), treeKey);
      if (stored != null) {
        var entity = rows.entity(treeKey, stored);
        target.add(entity);
        slice.added(entity);
        returned++;
        remaining--;
      }
    }
    return position == found.size() || remaining == 0;
  }

  private List<byte[]> collected() {
    var found = keys;
    if (found == null) {
      found = collect();
      keys = found;
    }
    return found;
  }

  private List<byte[]> collect() {
    var found = new TreeSet<byte[]>(order());
    for (var group = 0; group < store.shards().size(); group++) {
      var cursor = new Cursor().open(pins.of(group));
      for (var access : accesses) {
        for (var range : access.ranges()) {
          collect(cursor, access, range, found);
        }
      }
    }
    return List.copyOf(found);
  }

  private void collect(
      Cursor cursor, IndexAccess access, IndexAccess.Range range, Set<byte[]> target) {
    var upper = range.upperKey(access.index());
    for (var more = cursor.seek(range.lowerKey(access.index()));
        more && cursor.compareKey(upper) < 0;
        more = cursor.next()) {
      scanned++;
      var treeKey = IndexKeys.entityKey(cursor.key(), access.index(), tableId);
      if (isAhead(treeKey)
          && target.add(treeKey)
          && target.size() > SLACK * AccessChoice.MAX_COLLECTED) {
        throw new ServiceBusyException(
            "reason=indexGrew index=" + access.index().definition().name());
      }
    }
  }

  /** Whether a key lies after the query's continuation. */
  private boolean isAhead(byte[] treeKey) {
    var from = query.from();
    if (from == null) {
      return true;
    }
    var compared = order().compare(treeKey, TreeKeys.of(tableId, from.key().encoded()));
    return compared > 0 || from.inclusive() && compared == 0;
  }

  /** Returns the order of the answer. Without an order, the parts of the store come one after another, as a scan of keys reads them. */
  private Comparator<byte[]> order() {
    Comparator<byte[]> byKey = Arrays::compareUnsigned;
    return switch (query.direction()) {
      case ASCENDING -> byKey;
      case DESCENDING -> Collections.reverseOrder(byKey);
      case UNORDERED ->
        Comparator.<byte[]>comparingInt(store.groups()::ofTreeKey).thenComparing(byKey);
    };
  }

  @Override
  public void release() {
    pins.release();
  }

  @Override
  public @Nullable Continuation position() {
    return keys == null || position == 0
        ? null
        : Continuation.after(entityKey(keys.get(position - 1)), query.direction());
  }

  @Override
  public @Nullable Continuation next() {
    return keys == null || position == keys.size()
        ? null
        : Continuation.at(entityKey(keys.get(position)), query.direction());
  }

  private static EntityKey entityKey(byte[] treeKey) {
    return EntityKey.decode(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
  }

  @Override
  public long scanned() {
    return scanned;
  }

  @Override
  public QueryReport report() {
    return new QueryReport(
        path(),
        accesses.stream()
            .map(access -> access.index().definition().name().value())
            .distinct()
            .collect(Collectors.joining(",")),
        accesses.stream().mapToInt(access -> access.ranges().size()).sum(),
        scanned,
        returned);
  }

  private AccessPath path() {
    if (accesses.size() > 1) {
      return AccessPath.INDEX_UNION;
    }
    return accesses.get(0).isLookup() ? AccessPath.INDEX_LOOKUP : AccessPath.INDEX_RANGE;
  }
}
