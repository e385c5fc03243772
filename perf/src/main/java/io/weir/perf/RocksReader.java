package io.weir.perf;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Reads entities from a RocksDB by direct buffers, the cheapest way that its Java interface has. Belongs to one thread.
 */
final class RocksReader {

  private static final int LONGEST_KEY_BYTES = 4 * 1024;
  private static final int LONGEST_VALUE_BYTES = 64 * 1024;

  private final RocksDB db;
  private final ReadOptions options;
  private final ByteBuffer key = ByteBuffer.allocateDirect(LONGEST_KEY_BYTES);
  private final ByteBuffer value = ByteBuffer.allocateDirect(LONGEST_VALUE_BYTES);

  RocksReader(RocksDB db, ReadOptions options) {
    this.db = db;
    this.options = options;
  }

  /** The entity; null when it is absent. */
  @Nullable
  Entity get(EntityKey entityKey) throws RocksDBException {
    var encoded = entityKey.encoded();
    key.clear().put(encoded).flip();
    value.clear();
    if (db.get(options, key, value) == RocksDB.NOT_FOUND) {
      return null;
    }
    key.clear().put(encoded).flip();
    return entity();
  }

  /** Hands over so many entities, or as many as there are, from a key on. */
  void scan(EntityKey from, int count, Consumer<Entity> consumer) throws RocksDBException {
    try (var iterator = db.newIterator(options)) {
      iterator.seek(from.encoded());
      for (var left = count; left > 0 && iterator.isValid(); left--) {
        iterator.key(key.clear());
        iterator.value(value.clear());
        consumer.accept(entity());
        iterator.next();
      }
      iterator.status();
    }
  }

  /** What stands in both buffers. */
  private Entity entity() {
    var keyBytes = key.remaining();
    var bytes = new byte[Integer.BYTES + keyBytes + value.remaining()];
    ByteBuffer.wrap(bytes).putInt(keyBytes).put(key).put(value);
    return Entity.ofTrusted(bytes);
  }
}
