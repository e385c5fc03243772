package io.weir.engine.scan;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.store.ReadView;
import io.weir.engine.tree.ColdPage;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A scan of given keys, in their order. It reads each entity by its key and checks the whole filter
 * on it.
 */
final class KeyListScan implements Scan {

  private final ReadView store;
  private final int tableId;
  private final Query query;
  private final List<byte[]> keys;
  private final QueryReport collected;
  private final Pins pins;
  private final IndexedRow rows;

  private int position;
  private long remaining;
  private long read;
  private long returned;

  /**
   * Creates a scan.
   *
   * @param keys of the clustered index, in the order of the query's direction
   * @param collected the report of the plan that found the keys
   * @param pins the versions that were read so far; owned by this scan from now on
   */
  KeyListScan(
      ReadView store,
      int tableId,
      Query query,
      List<byte[]> keys,
      QueryReport collected,
      Pins pins) {
    this.store = store;
    this.tableId = tableId;
    this.query = query;
    this.keys = keys;
    this.collected = collected;
    this.pins = pins;
    this.rows = new IndexedRow(query);
    this.remaining = query.top() == Query.NO_TOP ? Long.MAX_VALUE : query.top();
  }

  @Override
  public boolean advance(int maxRows, List<Entity> target) {
    if (!store.catalog().isLive(tableId)) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=dropped");
    }
    rows.hide(store.expiryOf(tableId));
    var slice = new Slice(
        (int) Math.min(maxRows, remaining), KeyScan.SCANNED_A_SLICE / 2, KeyScan.BYTES_A_SLICE);
    while (position < keys.size() && slice.isOpen()) {
      var treeKey = keys.get(position);
      var stored = rows.match(pins.of(store.groups().ofTreeKey(treeKey)), treeKey);
      position++; // not before: the key is read again after a cold page
      slice.scanned();
      read++;
      if (stored != null) {
        var entity = rows.entity(treeKey, stored);
        target.add(entity);
        slice.added(entity);
        returned++;
        remaining--;
      }
    }
    return position == keys.size() || remaining == 0;
  }

  @Override
  public void await(ColdPage cold, int rows, Executor loop, Runnable task) {
    var ahead = new PagesAhead(cold);
    var end = Math.min(keys.size(), position + Math.min(rows, PagesAhead.MOST));
    for (var next : keys.subList(position, end)) {
      var shard = store.groups().ofTreeKey(next);
      ahead.addLeaf(shard, pins.of(shard), next);
    }
    pins.await(ahead.pages(), loop, task);
  }

  @Override
  public void release() {
    pins.release();
  }

  @Override
  public @Nullable Continuation position() {
    return position == 0
        ? null
        : Continuation.after(entityKey(keys.get(position - 1)), query.direction());
  }

  @Override
  public @Nullable Continuation next() {
    return position == keys.size()
        ? null
        : Continuation.at(entityKey(keys.get(position)), query.direction());
  }

  private static EntityKey entityKey(byte[] treeKey) {
    return EntityKey.decode(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
  }

  @Override
  public long scanned() {
    return collected.scanned() + read;
  }

  @Override
  public QueryReport report() {
    return new QueryReport(
        collected.path(), collected.index(), collected.ranges(), scanned(), returned);
  }
}
