package io.weir.engine.scan;

import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.engine.index.ExpiryCheck;
import io.weir.engine.index.StoredEntity;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.query.Predicate;
import io.weir.engine.tree.Cursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads matching entities at a cursor.
 *
 * <p>With a predicate or an expiry, it first copies an entry into a scratch array that it reuses.
 * Entities that do not match leave no garbage. Belongs to one thread at a time.
 */
final class RowReader {

  private final @Nullable Predicate predicate;
  private final Selection selection;
  private @Nullable ExpiryCheck expiry;
  private byte[] scratch = new byte[1024];

  RowReader(@Nullable Predicate predicate, Selection selection) {
    this.predicate = predicate;
    this.selection = selection;
  }

  /** Hides expired entities from now on; null hides none. */
  void hide(@Nullable ExpiryCheck expired) {
    expiry = expired;
  }

  /**
   * Returns the selected properties of the cursor's entity; null when the entity does not match or
   * is expired.
   */
  @Nullable
  Entity read(Cursor cursor) {
    var length = cursor.entryLength();
    var all = predicate == null && expiry == null;
    var bytes = all ? new byte[length] : scratch(length);
    var keyLength = cursor.copyEntry(bytes);
    if (!all) {
      if (!isWanted(bytes, keyLength, length)) {
        return null;
      }
      bytes = Arrays.copyOf(bytes, length);
    }
    return StoredEntity.adopt(bytes, keyLength).select(selection);
  }

  private boolean isWanted(byte[] bytes, int keyLength, int length) {
    if (expiry != null && expiry.isExpired(bytes, keyLength, length)) {
      return false;
    }
    return predicate == null
        || predicate.test(
            bytes,
            TreeKeys.TABLE_BYTES,
            keyLength - TreeKeys.TABLE_BYTES,
            bytes,
            keyLength,
            length - keyLength);
  }

  private byte[] scratch(int length) {
    if (scratch.length < length) {
      scratch = new byte[Math.max(length, 2 * scratch.length)];
    }
    return scratch;
  }
}
