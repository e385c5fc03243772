package io.weir.engine.backup;

import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.LogRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of one table at a point, leaf by leaf: what the leaf holds, with the changes of
 * the log applied to it.
 *
 * <p>The changes of the log are held in memory, as many as fit. When they are too many, the table
 * is read in several passes, each over a part of its keys and the whole log. The order of the
 * entries is the same in each reading with the same bound.
 *
 * <p>Owner: one thread that may block.
 */
final class TableReading implements AutoCloseable {

  private static final long USUAL_BYTES = 128L << 20;
  private static final int PART_OF_HEAP = 8;

  private final PointSource source;
  private final byte[] begin;
  private final byte[] end;
  private final long mostBytes;
  private final Consumer<ByteBuffer> records;
  private byte[] from;
  private @Nullable TableChanges changes;
  private @Nullable LeafRanges leaves;

  /**
   * Prepares a reading of the keys of a table, or of any range.
   *
   * @param end exclusive
   * @param mostBytes of changes that are held in memory
   * @param records receives each record of the log before it is applied, once in each pass
   */
  TableReading(
      PointSource source, byte[] begin, byte[] end, long mostBytes, Consumer<ByteBuffer> records) {
    this.source = source;
    this.begin = begin;
    this.end = end;
    this.mostBytes = mostBytes;
    this.records = records;
    this.from = begin;
  }

  /** Returns 128 MiB, or an eighth of the heap if that is less. */
  static long usualBytes() {
    return Math.min(USUAL_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
  }

  /** Prepares a reading of a table. */
  static TableReading of(
      PointSource source, int tableId, long mostBytes, Consumer<ByteBuffer> records) {
    return new TableReading(
        source, TreeKeys.startOfTable(tableId), TreeKeys.endOfTable(tableId), mostBytes, records);
  }

  /** Begins with the changes of an earlier reading, which were all those of the table. */
  void beginWith(TableChanges known) {
    changes = known;
  }

  /** Returns all changes of the table, if one pass is enough for them; null if not. */
  @Nullable
  TableChanges whole() {
    return changes != null && changes.from() == begin && changes.before() == end ? changes : null;
  }

  /**
   * Returns the next entries, which may be none, in the order of their keys; null after the last
   * ones.
   *
   * @throws io.weir.engine.disk.FileDamaged if a leaf differs from its checksums
   */
  @Nullable
  NavigableMap<byte[], byte[]> next() throws IOException {
    while (Arrays.compareUnsigned(from, end) < 0) {
      var pass = changes == null ? gathered() : changes;
      changes = pass;
      if (leaves == null) {
        leaves = LeafRanges.open(source.backup(), source.manifest());
      }
      while (leaves.next()) {
        var first = leaves.from(pass.from());
        var before = leaves.before(pass.before());
        if (Arrays.compareUnsigned(first, before) < 0) {
          return entries(leaves, pass, first, before);
        }
      }
      endPass(pass);
    }
    return null;
  }

  private void endPass(TableChanges pass) throws IOException {
    close();
    from = pass.before();
    if (from != end) {
      changes = null;
    }
  }

  private TableChanges gathered() throws IOException {
    var groups = new PartitionGroups(source.manifest().store().partitionGroups());
    var gathered = new TableChanges(groups, from, end, mostBytes);
    source.readSnapshot(gathered::put);
    source.readLog(record -> {
      records.accept(record.duplicate());
      var unused = LogRecord.decode(record, gathered);
    });
    return gathered;
  }

  private NavigableMap<byte[], byte[]> entries(
      LeafRanges at, TableChanges pass, byte[] first, byte[] before) throws IOException {
    var entries = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
    source.listener().advance(at.read(entries::put));
    pass.apply(at.shard(), first, before, entries);
    return entries;
  }

  @Override
  public void close() throws IOException {
    if (leaves != null) {
      leaves.close();
      leaves = null;
    }
  }
}
