package io.weir.perf.peer;

import io.weir.api.entity.Entity;
import io.weir.perf.workload.DataSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB.
 *
 * <p>It is tuned in its favour: a block cache that holds everything unless memory is limited, Bloom
 * filters of ten bits, no compression, a background thread for each core, and one sorted run after
 * loading, so that a read looks in one place. Everything else has its default.
 */
public final class RocksPeer implements Peer {

  private static final long CACHE_BYTES = 4L << 30;
  private static final int BLOOM_BITS = 10;

  static {
    RocksDB.loadLibrary();
  }

  private final RocksDB db;
  private final WriteOptions forced = new WriteOptions().setSync(true);
  private final WriteOptions notForced = new WriteOptions();
  private final ReadOptions reads = new ReadOptions();
  private final List<AutoCloseable> settings;

  private RocksPeer(RocksDB db, List<AutoCloseable> settings) {
    this.db = db;
    this.settings = settings;
  }

  public static RocksPeer open(Path folder) {
    return open(folder, CACHE_BYTES);
  }

  /** Opens or creates the store with a block cache of a length. */
  public static RocksPeer open(Path folder, long cacheBytes) {
    var cache = new LRUCache(cacheBytes);
    var bloom = new BloomFilter(BLOOM_BITS);
    var options = new Options()
        .setCreateIfMissing(true)
        .setCompressionType(CompressionType.NO_COMPRESSION)
        .setIncreaseParallelism(Runtime.getRuntime().availableProcessors())
        .setTableFormatConfig(
            new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(bloom));
    try {
      var db = RocksDB.open(options, folder.toString());
      return new RocksPeer(db, List.of(options, bloom, cache));
    } catch (RocksDBException e) {
      throw new PeerFailed(e);
    }
  }

  @Override
  public void load(DataSet data) {
    for (var number = 0; number < data.entities(); number++) {
      put(data.entity(number), false);
    }
    try (var flush = new FlushOptions().setWaitForFlush(true)) {
      db.flush(flush);
      db.compactRange();
    } catch (RocksDBException e) {
      throw new PeerFailed(e);
    }
  }

  @Override
  public PeerReader reader() {
    return new RocksReader(db, reads);
  }

  /**
   * Stores one entity like {@link #put(List, boolean)}; RocksDB forces concurrent writes as a
   * group.
   */
  public void put(Entity entity, boolean force) {
    try {
      db.put(force ? forced : notForced, StoredRow.key(entity), StoredRow.value(entity));
    } catch (RocksDBException e) {
      throw new PeerFailed(e);
    }
  }

  @Override
  public void put(List<Entity> entities, boolean force) {
    try (var batch = new WriteBatch()) {
      for (var entity : entities) {
        batch.put(StoredRow.key(entity), StoredRow.value(entity));
      }
      db.write(force ? forced : notForced, batch);
    } catch (RocksDBException e) {
      throw new PeerFailed(e);
    }
  }

  @Override
  public void close() throws IOException {
    db.close();
    forced.close();
    notForced.close();
    reads.close();
    for (var setting : settings) {
      try {
        setting.close();
      } catch (Exception e) {
        throw new IOException("closing the settings of RocksDB failed", e);
      }
    }
  }
}
