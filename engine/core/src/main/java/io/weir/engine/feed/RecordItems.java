package io.weir.engine.feed;

import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Before;
import io.weir.api.FeedItem.Cause;
import io.weir.api.FeedToken;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.engine.follow.LogChunk;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.BeforeImage;
import io.weir.engine.record.LogRecord;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the records of the log into items of one feed.
 *
 * <p>The last item of a record has the token after the record, all others the token before it: a
 * feed that begins inside a batch repeats it.
 *
 * <p>Belongs to one thread at a time.
 */
final class RecordItems implements LogRecord.Visitor {

  private final int tableId;
  private final TableNames names;
  private final FeedFilter filter;
  private final FeedTokens tokens;
  private final PartitionGroups groups;

  private final Queue<FeedItem> target;
  private long from;
  private long batch;
  private EdmDateTime timestamp = new EdmDateTime(0);

  /** The item found last, without its token. */
  private @Nullable Function<FeedToken, FeedItem> last;

  private @Nullable FeedToken before;
  private int found;
  private boolean changedNames;

  RecordItems(
      int tableId,
      TableNames names,
      FeedFilter filter,
      FeedTokens tokens,
      PartitionGroups groups,
      Queue<FeedItem> target) {
    this.tableId = tableId;
    this.names = names;
    this.filter = filter;
    this.tokens = tokens;
    this.groups = groups;
    this.target = target;
  }

  /** Adds the items of a record to the target. Returns their number. */
  int add(LogChunk.Entry entry) {
    var payload = ByteBuffer.wrap(entry.payload());
    from = entry.from();
    batch = entry.to();
    timestamp = new EdmDateTime(LogRecord.ticks(payload));
    before = null;
    last = null;
    found = 0;
    changedNames = false;
    LogRecord.decode(payload, this);
    var item = last;
    if (item != null) {
      target.add(item.apply(token(entry.to())));
    }
    return found;
  }

  /** Whether the last record has changed the names of tables. It cannot be added again then. */
  boolean hasChangedNames() {
    return changedNames;
  }

  private FeedToken token(long position) {
    return tokens.of(new FeedPosition(tableId, position, null));
  }

  private void found(Function<FeedToken, FeedItem> item) {
    var earlier = last;
    if (earlier != null) {
      var token = before == null ? token(from) : before;
      before = token;
      target.add(earlier.apply(token));
    }
    last = item;
    found++;
  }

  @Override
  public void put(byte[] key, byte[] stored) {
    if (TreeKeys.tableOf(key) == TreeKeys.CATALOG) {
      changedNames = true;
      names.stored(key, stored);
    } else {
      written(key, stored, null);
    }
  }

  @Override
  public void put(byte[] key, byte[] stored, BeforeImage replaced) {
    written(key, stored, replaced);
  }

  private void written(byte[] key, byte[] stored, @Nullable BeforeImage replaced) {
    if (!isReported(key)) {
      return;
    }
    if (filter.passes(key, stored)) {
      changed(key, Optional.of(StoredEntity.of(key, stored)), Cause.WRITE, replaced);
    } else if (replaced != null && filter.mayHavePassed(key, replaced)) {
      changed(key, Optional.empty(), Cause.LEFT, replaced);
    }
  }

  @Override
  public void remove(byte[] key) {
    removed(key, Cause.WRITE, null);
  }

  @Override
  public void remove(byte[] key, BeforeImage removed) {
    removed(key, Cause.WRITE, removed);
  }

  @Override
  public void expire(byte[] key) {
    removed(key, Cause.EXPIRY, null);
  }

  @Override
  public void expire(byte[] key, BeforeImage removed) {
    removed(key, Cause.EXPIRY, removed);
  }

  @Override
  public void removeKnown(byte[] key, byte[] row) {
    changedNames = true;
    var table = names.removed(key, row);
    if (table != null) {
      var at = timestamp;
      found(token -> new FeedItem.TableDropped(table, at, token));
    }
  }

  private void removed(byte[] key, Cause cause, @Nullable BeforeImage removed) {
    if (isReported(key)
        && (removed == null ? filter.passesKey(key) : filter.mayHavePassed(key, removed))) {
      changed(key, Optional.empty(), cause, removed);
    }
  }

  private boolean isReported(byte[] key) {
    return names.of(TreeKeys.tableOf(key)) != null && filter.passesGroup(groups.ofTreeKey(key));
  }

  private void changed(
      byte[] treeKey, Optional<Entity> after, Cause cause, @Nullable BeforeImage image) {
    var table = names.of(TreeKeys.tableOf(treeKey));
    if (table != null) {
      var group = groups.ofTreeKey(treeKey);
      var key =
          EntityKey.decode(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
      var earlier = told(treeKey, image);
      var at = timestamp;
      var number = batch;
      found(token ->
          new FeedItem.Change(table, group, key, after, earlier, at, cause, number, token));
    }
  }

  private static Before told(byte[] treeKey, @Nullable BeforeImage image) {
    if (image == null || image == BeforeImage.LEFT_OUT) {
      return Before.UNKNOWN;
    }
    var stored = image.stored();
    return stored == null ? Before.NOTHING : Before.of(StoredEntity.of(treeKey, stored));
  }

  @Override
  public void removeRange(int partitionGroup, byte[] lower, byte[] upper) {
    var table = names.of(TreeKeys.tableOf(lower));
    if (table != null && filter.passesGroup(partitionGroup)) {
      var at = timestamp;
      filter.clip(
          TreeKeys.entityKey(lower),
          TreeKeys.entityKey(upper),
          (from, to) -> found(token -> new FeedItem.RangeRemoved(
              table, partitionGroup, new EdmBinary(from), new EdmBinary(to), at, token)));
    }
  }
}
