package io.weir.perf.peer;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.engine.query.Predicate;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Reads by direct buffers, the cheapest way of RocksDB's Java interface. */
final class RocksReader implements PeerReader {

  private static final int LONGEST_KEY_BYTES = 4 * 1024;
  private static final int LONGEST_VALUE_BYTES = 64 * 1024;

  private final RocksDB db;
  private final ReadOptions options;
  private final ByteBuffer key = ByteBuffer.allocateDirect(LONGEST_KEY_BYTES);
  private final ByteBuffer value = ByteBuffer.allocateDirect(LONGEST_VALUE_BYTES);
  private final RowBuffer rows = new RowBuffer();
  private final List<RocksWalk> walks = new ArrayList<>();

  RocksReader(RocksDB db, ReadOptions options) {
    this.db = db;
    this.options = options;
  }

  @Override
  public @Nullable Entity get(EntityKey entityKey) {
    var encoded = entityKey.encoded();
    key.clear().put(encoded).flip();
    value.clear();
    try {
      if (db.get(options, key, value) == RocksDB.NOT_FOUND) {
        return null;
      }
    } catch (RocksDBException e) {
      throw new PeerFailed(e);
    }
    key.clear().put(encoded).flip();
    return RowBuffer.entity(key, value);
  }

  @Override
  public void range(EntityKey from, int count, Consumer<Entity> consumer) {
    try (var iterator = db.newIterator(options)) {
      iterator.seek(from.encoded());
      new RocksWalk(iterator).next(count, consumer);
    }
  }

  @Override
  public Walk walk() {
    var iterator = db.newIterator(options);
    iterator.seekToFirst();
    var open = new RocksWalk(iterator);
    walks.add(open);
    return open;
  }

  @Override
  public void close() {
    List.copyOf(walks).forEach(Walk::close);
  }

  private final class RocksWalk implements Walk {

    private final RocksIterator iterator;

    RocksWalk(RocksIterator iterator) {
      this.iterator = iterator;
    }

    @Override
    public int next(int count, Consumer<Entity> consumer) {
      var passed = 0;
      for (; passed < count && load(); passed++) {
        consumer.accept(RowBuffer.entity(key, value));
        iterator.next();
      }
      return passed;
    }

    @Override
    public int next(int count, Predicate predicate, Consumer<Entity> consumer) {
      var passed = 0;
      for (; passed < count && load(); passed++) {
        rows.test(key, value, predicate, consumer);
        iterator.next();
      }
      return passed;
    }

    /** Fills both buffers. Returns false at the end. */
    private boolean load() {
      if (!iterator.isValid()) {
        requireWhole();
        return false;
      }
      iterator.key(key.clear());
      iterator.value(value.clear());
      return true;
    }

    private void requireWhole() {
      try {
        iterator.status();
      } catch (RocksDBException e) {
        throw new PeerFailed(e);
      }
    }

    @Override
    public void close() {
      iterator.close();
      walks.remove(this);
    }
  }
}
