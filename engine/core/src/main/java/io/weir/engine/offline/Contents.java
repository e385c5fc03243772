package io.weir.engine.offline;

import io.weir.engine.index.IndexKeys;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.store.Store;
import io.weir.engine.tree.Cursor;
import java.io.IOException;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/**
 * The entries of an open store that are neither of an index nor of a table that was dropped: their
 * number, and a sum of their checksums in which the order does not count.
 *
 * @param entries their number
 * @param sum of the CRC-32C of each key and stored form
 */
record Contents(long entries, long sum) {

  /** Receives entries. */
  @FunctionalInterface
  interface Sink {
    void entry(byte[] key, byte[] stored) throws IOException;
  }

  /**
   * Shows the entries of a store and returns its contents.
   *
   * @param progress receives the bytes of each entry
   */
  static Contents of(Store store, Sink sink, LongConsumer progress) throws IOException {
    var entries = 0L;
    var sum = 0L;
    for (var shard = 0; shard < store.shards().size(); shard++) {
      try (var pin = store.pin(shard)) {
        var cursor = new Cursor().open(pin.tree());
        for (var more = cursor.seekFirst(); more; more = cursor.next()) {
          var key = cursor.key();
          progress.accept(key.length + (long) cursor.valueLength());
          var id = TreeKeys.tableOf(key);
          if (!IndexKeys.isIndexId(id) && store.catalog().isLive(id)) {
            var stored = cursor.value();
            sink.entry(key, stored);
            entries++;
            sum += checksum(key, stored);
          }
        }
      } catch (PageDamaged e) {
        throw new ReshardRefused("The store is damaged. Run 'weir check' on it. " + e.getMessage());
      }
    }
    return new Contents(entries, sum);
  }

  /** Returns the contents of one entry. */
  static Contents of(byte[] key, byte[] stored) {
    return new Contents(1, checksum(key, stored));
  }

  Contents plus(Contents others) {
    return new Contents(entries + others.entries, sum + others.sum);
  }

  private static long checksum(byte[] key, byte[] stored) {
    var crc = new CRC32C();
    crc.update(key);
    crc.update(stored);
    return crc.getValue();
  }
}
