package io.weir.perf;

import io.weir.api.entity.Entity;
import java.io.IOException;
import java.util.Arrays;
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
import org.rocksdb.WriteOptions;

/**
 * A new RocksDB that holds a data set: keys are the entities' encoded keys, values their stored forms.
 *
 * <p>Tuned in its favour: everything fits the block cache, Bloom filters of ten bits, nothing compressed, and after loading it is
 * compacted to one sorted run, so that a read looks in one place. Otherwise with its defaults.
 *
 * <p>Any thread; {@link #reader} gives each thread its own.
 */
final class LoadedRocks implements AutoCloseable {

  private static final long CACHE_BYTES = 2L << 30;
  private static final int BLOOM_BITS = 10;

  static {
    RocksDB.loadLibrary();
  }

  private final TemporaryFolder folder;
  private final RocksDB db;
  private final WriteOptions forced = new WriteOptions().setSync(true);
  private final WriteOptions notForced = new WriteOptions();
  private final ReadOptions reads = new ReadOptions();
  private final List<AutoCloseable> settings;

  private LoadedRocks(TemporaryFolder folder, RocksDB db, List<AutoCloseable> settings) {
    this.folder = folder;
    this.db = db;
    this.settings = settings;
  }

  static LoadedRocks open(DataSet data) throws IOException, RocksDBException {
    var folder = TemporaryFolder.create();
    var cache = new LRUCache(CACHE_BYTES);
    var bloom = new BloomFilter(BLOOM_BITS);
    var options = new Options()
        .setCreateIfMissing(true)
        .setCompressionType(CompressionType.NO_COMPRESSION)
        .setTableFormatConfig(
            new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(bloom));
    var db = RocksDB.open(options, folder.path().toString());
    var loaded = new LoadedRocks(folder, db, List.of(options, bloom, cache));
    loaded.load(data);
    return loaded;
  }

  /** A reader for the calling thread; closed before this. */
  RocksReader reader() {
    return new RocksReader(db, reads);
  }

  /** Stores an entity, whether or not one of that key is stored. Its version is not advanced, nor is one that is there looked at. */
  void put(Entity entity, boolean force) throws RocksDBException {
    var key = Arrays.copyOfRange(
        entity.encoded(), Integer.BYTES, Integer.BYTES + entity.keyLengthBytes());
    db.put(force ? forced : notForced, key, entity.storedForm(1));
  }

  @Override
  public void close() throws IOException {
    db.close();
    forced.close();
    notForced.close();
    reads.close();
    closeSettings();
    folder.close();
  }

  private void load(DataSet data) throws RocksDBException {
    for (var number = 0; number < data.entities(); number++) {
      put(data.entity(number), false);
    }
    try (var flush = new FlushOptions().setWaitForFlush(true)) {
      db.flush(flush);
    }
    db.compactRange();
  }

  private void closeSettings() throws IOException {
    for (var setting : settings) {
      try {
        setting.close();
      } catch (Exception e) {
        throw new IOException("RocksDB does not let go of its settings.", e);
      }
    }
  }
}
