package io.weir.perf.peer;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.engine.query.Predicate;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/**
 * Reads in place by address. Renews one transaction for each read, which is cheaper than a new one.
 */
final class LmdbReader implements PeerReader {

  private static final int LONGEST_KEY_BYTES = 511;

  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> dbi;
  private final Txn<ByteBuffer> transaction;
  private final ByteBuffer key = ByteBuffer.allocateDirect(LONGEST_KEY_BYTES);
  private final RowBuffer rows = new RowBuffer();
  private final List<LmdbWalk> walks = new ArrayList<>();

  LmdbReader(Env<ByteBuffer> env, Dbi<ByteBuffer> dbi) {
    this.env = env;
    this.dbi = dbi;
    this.transaction = env.txnRead();
    transaction.reset();
  }

  @Override
  public @Nullable Entity get(EntityKey entityKey) {
    key.clear().put(entityKey.encoded()).flip();
    transaction.renew();
    try {
      var value = dbi.get(transaction, key);
      return value == null ? null : RowBuffer.entity(key, value);
    } finally {
      transaction.reset();
    }
  }

  @Override
  public void range(EntityKey from, int count, Consumer<Entity> consumer) {
    key.clear().put(from.encoded()).flip();
    transaction.renew();
    try (var cursor = dbi.openCursor(transaction)) {
      var more = cursor.get(key, GetOp.MDB_SET_RANGE);
      for (var left = count; left > 0 && more; left--) {
        consumer.accept(RowBuffer.entity(cursor.key(), cursor.val()));
        more = cursor.next();
      }
    } finally {
      transaction.reset();
    }
  }

  @Override
  public Walk walk() {
    var open = new LmdbWalk(env.txnRead());
    walks.add(open);
    return open;
  }

  @Override
  public void close() {
    List.copyOf(walks).forEach(Walk::close);
    transaction.close();
  }

  private final class LmdbWalk implements Walk {

    private final Txn<ByteBuffer> version;
    private final Cursor<ByteBuffer> cursor;
    private boolean valid;

    LmdbWalk(Txn<ByteBuffer> version) {
      this.version = version;
      this.cursor = dbi.openCursor(version);
      this.valid = cursor.first();
    }

    @Override
    public int next(int count, Consumer<Entity> consumer) {
      var passed = 0;
      for (; passed < count && valid; passed++) {
        consumer.accept(RowBuffer.entity(cursor.key(), cursor.val()));
        valid = cursor.next();
      }
      return passed;
    }

    @Override
    public int next(int count, Predicate predicate, Consumer<Entity> consumer) {
      var passed = 0;
      for (; passed < count && valid; passed++) {
        rows.test(cursor.key(), cursor.val(), predicate, consumer);
        valid = cursor.next();
      }
      return passed;
    }

    @Override
    public void close() {
      cursor.close();
      version.close();
      walks.remove(this);
    }
  }
}
