package io.weir.engine.scan;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.index.EntryEncoder;
import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.plan.IndexAccess;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A scan in the order of an index. It merges the shards' entries, and reads the entity of each in
 * the same version.
 *
 * <p>An entry counts only if its entity has this entry now. An entity is therefore answered once in
 * each version. Entries with equal values are in the order of keys, so the walk also answers a
 * lookup of one value in the order of keys.
 */
public final class IndexWalk implements Scan {

  private final ReadView store;
  private final int tableId;
  private final Query query;
  private final IndexAccess access;
  private final Direction direction;
  private final IndexedRow rows;
  private final EntryEncoder encoder;
  private final Pins pins;

  private int rangeIndex;

  /** The entry at which the last call stopped, or the one that the continuation names. */
  private byte @Nullable [] lastEntry;

  /** Whether {@link #lastEntry} has still to be read. */
  private boolean inclusive;

  private long remaining;
  private long scanned;
  private long returned;

  /**
   * Creates a scan that begins at the query's continuation, or at the first entry.
   *
   * @param backwards whether the entries are read from the last one to the first
   */
  public IndexWalk(
      ReadView store, int tableId, IndexAccess access, boolean backwards, Query query) {
    this.store = store;
    this.tableId = tableId;
    this.query = query;
    this.access = access;
    this.direction = backwards ? Direction.DESCENDING : Direction.ASCENDING;
    this.rows = new IndexedRow(query);
    this.encoder = new EntryEncoder(access.index());
    this.pins = Pins.ofResident(store);
    this.remaining = query.top() == Query.NO_TOP ? Long.MAX_VALUE : query.top();
    var from = query.from();
    if (from != null) {
      begin(from);
    }
  }

  private void begin(Continuation from) {
    var place = from.index();
    var values =
        place == null ? access.ranges().get(0).lower() : IndexPlace.values(place, access.index());
    var key = from.key().encoded();
    var group = store.groups().ofTreeKey(TreeKeys.of(tableId, key));
    lastEntry = IndexKeys.entry(access.index().id(), values, key, group);
    inclusive = from.inclusive();
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
    requireLive();
    rows.hide(store.expiryOf(tableId));
    var isComplete = read(maxRows, target);
    requireLive(); // the entries of a dropped index are cut after the catalog has forgotten it
    return isComplete;
  }

  private void requireLive() {
    if (!store.catalog().isLive(tableId)) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=dropped");
    }
    if (!store.catalog().isLive(access.index().id())) {
      throw dropped();
    }
  }

  /** A query that did not ask for the index can be repeated, and goes on without it. */
  private TableServiceException dropped() {
    return query.order().isEmpty() && query.hint().forced() == null
        ? new ServiceBusyException("reason=indexDropped")
        : new InvalidRequestException(ErrorCode.INVALID_INPUT, "index=dropped");
  }

  private boolean read(int maxRows, List<Entity> target) {
    var slice = new Slice(
        (int) Math.min(maxRows, remaining), KeyScan.SCANNED_A_SLICE / 2, KeyScan.BYTES_A_SLICE);
    while (rangeIndex < access.ranges().size() && slice.isOpen()) {
      if (read(range(rangeIndex), slice, target)) {
        rangeIndex++;
      }
    }
    return rangeIndex == access.ranges().size() || remaining == 0;
  }

  private IndexAccess.Range range(int index) {
    var last = access.ranges().size() - 1;
    return access.ranges().get(direction == Direction.DESCENDING ? last - index : index);
  }

  /** Reads on within a range. Returns true at the end of the range. */
  private boolean read(IndexAccess.Range range, Slice slice, List<Entity> target) {
    var cursor = open(range);
    slice.sought();
    for (; cursor.isValid(); cursor.next()) {
      var entry = cursor.key();
      var entity = entityOf(entry); // may throw at a cold page; the entry is read again then
      slice.scanned();
      scanned++;
      if (entity != null) {
        target.add(entity);
        slice.added(entity);
        returned++;
        remaining--;
      }
      lastEntry = entry;
      inclusive = false;
      if (!slice.isOpen()) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Entity entityOf(byte[] entry) {
    var group = entry[entry.length - 1] & 0xFF;
    var treeKey = IndexKeys.entityKey(entry, access.index(), tableId);
    var stored = rows.match(pins.of(group), treeKey);
    return stored == null || !Arrays.equals(entry, encoder.entry(treeKey, stored, group))
        ? null
        : rows.entity(treeKey, stored);
  }

  /**
   * Opens a cursor on what is left of a range: the bounds exclude what lies before
   * {@link #lastEntry}.
   */
  private RangeCursor open(IndexAccess.Range range) {
    var lower = range.lowerKey(access.index());
    var upper = range.upperKey(access.index());
    var last = lastEntry;
    if (last != null && direction == Direction.ASCENDING) {
      lower = greater(lower, inclusive ? last : after(last));
    } else if (last != null) {
      var end = inclusive ? after(last) : last;
      upper = Arrays.compareUnsigned(upper, end) <= 0 ? upper : end;
    }
    return RangeCursor.open(pins.all(), lower, upper, direction, null);
  }

  private static byte[] greater(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) >= 0 ? one : other;
  }

  /** Returns the least key after a key. */
  private static byte[] after(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  @Override
  public void await(ColdPage cold, int rows, Executor loop, Runnable task) {
    var ahead = new PagesAhead(cold);
    try {
      if (rangeIndex < access.ranges().size()) {
        addAhead(ahead, rows);
      }
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
    pins.await(ahead.pages(), loop, task);
  }

  /**
   * Adds the pages of the entities that the next entries name, or those of the next entries where
   * their pages are cold.
   */
  private void addAhead(PagesAhead ahead, int rows) {
    var range = range(rangeIndex);
    try {
      var left = Math.min(rows, PagesAhead.MOST);
      for (var cursor = open(range); cursor.isValid() && left > 0; cursor.next()) {
        var entry = cursor.key();
        var group = entry[entry.length - 1] & 0xFF;
        ahead.addLeaf(group, pins.of(group), IndexKeys.entityKey(entry, access.index(), tableId));
        left--;
      }
    } catch (ColdPage e) {
      addEntries(ahead, range);
    }
  }

  private void addEntries(PagesAhead ahead, IndexAccess.Range range) {
    var forwards = direction == Direction.ASCENDING;
    var last = lastEntry;
    var bound = forwards ? range.lowerKey(access.index()) : range.upperKey(access.index());
    for (var shard = 0; shard < store.shards().size(); shard++) {
      ahead.addLeaves(shard, pins.of(shard), last == null ? bound : last, forwards, 1);
    }
  }

  @Override
  public void release() {
    pins.release();
  }

  @Override
  public @Nullable Continuation position() {
    return lastEntry == null ? null : place(lastEntry, inclusive);
  }

  @Override
  public @Nullable Continuation next() {
    try {
      var place = nextPlace();
      requireLive();
      return place;
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
  }

  private @Nullable Continuation nextPlace() {
    for (var index = rangeIndex; index < access.ranges().size(); index++) {
      var cursor = open(range(index));
      if (cursor.isValid()) {
        return place(cursor.key(), true);
      }
    }
    return null;
  }

  private Continuation place(byte[] entry, boolean isInclusive) {
    var treeKey = IndexKeys.entityKey(entry, access.index(), tableId);
    var key =
        EntityKey.decode(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
    return query.order().isEmpty()
        ? new Continuation(key, isInclusive, query.direction())
        : new Continuation(
            key, isInclusive, query.direction(), IndexPlace.of(entry, access.index()));
  }

  @Override
  public long scanned() {
    return scanned;
  }

  @Override
  public QueryReport report() {
    return new QueryReport(
        access.isLookup() ? AccessPath.INDEX_LOOKUP : AccessPath.INDEX_RANGE,
        access.index().definition().name().value(),
        access.ranges().size(),
        scanned,
        returned);
  }
}
