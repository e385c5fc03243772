package io.weir.engine.sweep;

import io.weir.engine.expiry.ExpiryCheck;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search for expired entities of a table: a walk over its entities, in slices.
 *
 * <p>This is the one place that finds them. An index on the moment of expiry would replace the walk by a range of its entries: those up to the
 * present.
 */
final class ExpiredWalk {

  /** Most expired entities of a slice: about the changes of a batch. */
  static final int MOST_EXPIRED = 100;

  /** Most expired entities of a slice while page files have no room: the shard keeps pages for this number of removals. */
  static final int MOST_WITHOUT_ROOM = 16;

  /** Most entities that a slice visits: some tenths of a millisecond. */
  static final int MOST_VISITED = 1_000;

  /** The number of copied bytes after which a slice ends. */
  static final int MOST_BYTES = 1 << 20;

  /** The number of bytes of expired entities after which a slice ends, so that a record has room for their before-images. */
  static final int MOST_EXPIRED_BYTES = 4 << 20;

  /** A step of the walk. Immutable; the arrays must not be written to. */
  static final class Slice {

    static final Slice NONE = new Slice(List.of(), null);

    private final List<byte[]> expired;
    private final byte @Nullable [] next;

    Slice(List<byte[]> expired, byte @Nullable [] next) {
      this.expired = expired;
      this.next = next;
    }

    /** Returns the keys of the expired entities in the clustered index. */
    List<byte[]> expired() {
      return expired;
    }

    /** Returns the key at which the next slice begins; null at the end of the table. */
    byte @Nullable [] next() {
      return next;
    }
  }

  private ExpiredWalk() {}

  /** Reads a slice of a table, from a key on. */
  static Slice read(Tree tree, int tableId, byte[] from, ExpiryCheck check, int mostExpired) {
    var cursor = new Cursor().open(tree);
    var end = TreeKeys.endOfTable(tableId);
    var expired = new ArrayList<byte[]>();
    var form = new byte[1024];
    var visited = 0;
    var bytes = 0L;
    var expiredBytes = 0L;
    for (var more = cursor.seek(from); more && cursor.compareKey(end) < 0; more = cursor.next()) {
      if (visited == MOST_VISITED
          || expired.size() == mostExpired
          || bytes >= MOST_BYTES
          || expiredBytes >= MOST_EXPIRED_BYTES) {
        return new Slice(expired, cursor.key());
      }
      var length = check.bytesNeeded(cursor.valueLength());
      form = form.length < length ? new byte[Math.max(length, 2 * form.length)] : form;
      cursor.copyValue(0, form, 0, length);
      if (check.isExpired(form, 0, length)) {
        expired.add(cursor.key());
        expiredBytes += cursor.valueLength();
      }
      visited++;
      bytes += length;
    }
    return new Slice(expired, null);
  }
}
