package io.weir.engine.feed;

import io.weir.api.FeedItem;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.scan.ReadFault;
import io.weir.engine.store.Store;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The entities that exist when a feed starts at the beginning: read group by group, in slices, each
 * from the version that is published then.
 *
 * <p>It reads between the first and the last key that can satisfy the feed's filter only. A token
 * therefore names no key outside of them: the filter of a feed may be the limit of its subscriber's
 * rights.
 *
 * <p>Belongs to one thread at a time. Holds a pin during a slice only.
 */
final class ExistingEntities {

  static final int SLICE_ROWS = 64;

  /** A slice that has waited so often without a row reads its pages itself. */
  private static final int MOST_WAITS = 64;

  static final int SLICE_BYTES = 256 << 10;

  /** How far the entities are read. The array must not be written to. */
  static final class Place {

    static final Place BEGINNING = new Place(0, new byte[0]);

    private final int group;
    private final byte[] lastKey;

    Place(int group, byte[] lastKey) {
      this.group = group;
      this.lastKey = lastKey;
    }

    /** Returns the partition group that is being read. */
    int group() {
      return group;
    }

    /**
     * Returns the last key that was read in the clustered index; empty at the beginning of the
     * group.
     */
    byte[] lastKey() {
      return lastKey;
    }
  }

  private final Store store;
  private final TableNames names;
  private final FeedFilter filter;
  private final FeedTokens tokens;
  private final List<Integer> tables;

  /** The place of the feed, which moves on with the entities. */
  private FeedPosition place;

  private int rows;
  private long bytes;

  /** Waits for cold pages since the last row. */
  private int waits;

  ExistingEntities(
      Store store, TableNames names, FeedFilter filter, FeedTokens tokens, FeedPosition place) {
    this.store = store;
    this.names = names;
    this.filter = filter;
    this.tokens = tokens;
    this.tables = names.ids();
    this.place = place;
  }

  /**
   * Returns the place after the entities that were read. Its {@code existing} is null when all
   * were.
   */
  FeedPosition place() {
    return place;
  }

  /** Returns the bytes of the last slice. */
  long sliceBytes() {
    return bytes;
  }

  /**
   * Reads a slice and adds its items to the target. Fails with {@code ServerBusy} while the shard
   * is rebuilt or the store closes.
   *
   * @return the page at which the slice has ended because a loop must not wait for it; null
   *     otherwise. The next slice begins there
   */
  @Nullable
  ColdPage read(Queue<FeedItem> target) {
    var existing = place.existing();
    if (existing == null) {
      return null;
    }
    rows = 0;
    bytes = 0;
    var group = existing.group();
    if (!filter.passesGroup(group)) {
      beginGroup(group + 1);
      return null;
    }
    try (var pin = store.pin(group)) {
      var cursor = new Cursor().open(resident(pin.tree(), group));
      for (var table : tables) {
        if (!read(table, group, existing.lastKey(), cursor, target)) {
          return null;
        }
      }
    } catch (ColdPage cold) {
      waits++;
      return cold;
    } catch (RuntimeException | InternalError e) {
      throw ReadFault.of(store, e);
    }
    beginGroup(group + 1);
    return null;
  }

  private Tree resident(Tree tree, int group) {
    return waits < MOST_WAITS && store.loops().current() != null ? tree.residentOnly(group) : tree;
  }

  private void beginGroup(int next) {
    place = new FeedPosition(
        place.tableId(),
        place.position(),
        next < store.shards().size() ? new Place(next, new byte[0]) : null);
  }

  /**
   * Reads a table's entities of the group from a place on. Returns false when the slice is full.
   */
  private boolean read(
      int table, int group, byte[] lastKey, Cursor cursor, Queue<FeedItem> target) {
    var name = names.of(table);
    var start = TreeKeys.of(table, filter.begin());
    var end = TreeKeys.of(table, filter.end());
    if (name == null || Arrays.compareUnsigned(lastKey, end) >= 0) {
      return true;
    }
    var isBegun = Arrays.compareUnsigned(lastKey, start) > 0;
    var from = isBegun ? Arrays.copyOf(lastKey, lastKey.length + 1) : start;
    var expiry = store.expiryOf(table);
    for (var more = cursor.seek(from); more && cursor.compareKey(end) < 0; more = cursor.next()) {
      if (rows == SLICE_ROWS || bytes >= SLICE_BYTES) {
        return false;
      }
      rows++;
      waits = 0;
      bytes += cursor.entryLength();
      var key = cursor.key();
      var stored = cursor.value();
      place = new FeedPosition(place.tableId(), place.position(), new Place(group, key));
      if ((expiry == null || !expiry.isExpired(stored)) && filter.passes(key, stored)) {
        target.add(item(name, group, key, stored));
      }
    }
    return true;
  }

  private FeedItem item(TableName name, int group, byte[] key, byte[] stored) {
    var entity = StoredEntity.of(key, stored);
    return new FeedItem.Change(
        name,
        group,
        entity.key(),
        Optional.of(entity),
        FeedItem.Before.UNKNOWN,
        new EdmDateTime(entity.timestampTicks()),
        FeedItem.Cause.EXISTING,
        0,
        tokens.of(place));
  }
}
