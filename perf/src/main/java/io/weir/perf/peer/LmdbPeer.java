package io.weir.perf.peer;

import static org.lmdbjava.EnvFlags.MDB_NOSYNC;
import static org.lmdbjava.EnvFlags.MDB_NOTLS;
import static org.lmdbjava.EnvFlags.MDB_WRITEMAP;

import io.weir.api.entity.Entity;
import io.weir.perf.workload.DataSet;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.lmdbjava.ByteBufferProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.PutFlags;

/**
 * LMDB.
 *
 * <p>It is tuned in its favour: loaded by appending, so that its pages are full; read by address;
 * if writes are not forced, it writes into its map and never asks the system to write that.
 */
public final class LmdbPeer implements Peer {

  private static final String NAME = "measured";
  private static final int LOAD_ROWS = 10_000;
  private static final int LONGEST_KEY_BYTES = 511;
  private static final int LONGEST_VALUE_BYTES = 64 * 1024;

  /** Address space of the map; more than any data set here needs. */
  private static final long MAP_BYTES = 64L << 30;

  private static final EnvFlags[] FORCED = {MDB_NOTLS};
  private static final EnvFlags[] NOT_FORCED = {MDB_NOTLS, MDB_NOSYNC, MDB_WRITEMAP};

  /**
   * A map that is written through makes whole pieces of the page cache dirty. Random writes to 5
   * GB, forced by nobody, then wrote 1 TB to the device within minutes. Below a gigabyte the map is
   * faster.
   */
  private static final EnvFlags[] LARGE = {MDB_NOTLS, MDB_NOSYNC};

  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> rows;
  private final boolean forces;

  private LmdbPeer(Env<ByteBuffer> env, Dbi<ByteBuffer> rows, boolean forces) {
    this.env = env;
    this.rows = rows;
    this.forces = forces;
  }

  /**
   * Opens or creates the store.
   *
   * @param forces whether every write is forced
   */
  public static LmdbPeer open(Path folder, boolean forces) {
    return open(folder, forces, forces ? FORCED : NOT_FORCED);
  }

  /** Opens or creates a store that may become larger than the memory. No write is forced. */
  public static LmdbPeer openLarge(Path folder) {
    return open(folder, false, LARGE);
  }

  private static LmdbPeer open(Path folder, boolean forces, EnvFlags... flags) {
    var env = Env.create(ByteBufferProxy.PROXY_OPTIMAL)
        .setMapSize(MAP_BYTES)
        .setMaxDbs(1)
        .open(folder.toFile(), flags);
    return new LmdbPeer(env, env.openDbi(NAME, DbiFlags.MDB_CREATE), forces);
  }

  @Override
  public void load(DataSet data) {
    for (var first = 0; first < data.entities(); first += LOAD_ROWS) {
      append(data, first, Math.min(first + LOAD_ROWS, data.entities()));
    }
    env.sync(true);
  }

  private void append(DataSet data, int from, int to) {
    var row = new Row();
    try (var transaction = env.txnWrite()) {
      for (var number = from; number < to; number++) {
        row.set(data.entity(number));
        rows.put(transaction, row.key, row.value, PutFlags.MDB_APPEND);
      }
      transaction.commit();
    }
  }

  @Override
  public PeerReader reader() {
    return new LmdbReader(env, rows);
  }

  @Override
  public void put(List<Entity> entities, boolean forced) {
    if (forced != forces) {
      throw new IllegalArgumentException(
          "the store was opened with another durability forces=" + forces);
    }
    var row = new Row();
    try (var transaction = env.txnWrite()) {
      for (var entity : entities) {
        row.set(entity);
        rows.put(transaction, row.key, row.value);
      }
      transaction.commit();
    }
  }

  @Override
  public void close() {
    env.close();
  }

  /** The buffers of a thread, kept because direct buffers are expensive to make. */
  private static final class Row {

    private static final ThreadLocal<ByteBuffer> KEYS =
        ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(LONGEST_KEY_BYTES));
    private static final ThreadLocal<ByteBuffer> VALUES =
        ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(LONGEST_VALUE_BYTES));

    private final ByteBuffer key = KEYS.get();
    private final ByteBuffer value = VALUES.get();

    void set(Entity entity) {
      key.clear().put(StoredRow.key(entity)).flip();
      value.clear().put(StoredRow.value(entity)).flip();
    }
  }
}
