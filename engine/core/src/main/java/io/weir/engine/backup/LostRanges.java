package io.weir.engine.backup;

import io.weir.engine.index.PartitionGroups;
import io.weir.engine.record.LogRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of keys of damaged pages, and the entries in them, which are gathered from a backup
 * and the log after it.
 *
 * <p>Owner: one thread gathers; any threads read afterwards. All entries are in memory, at most
 * {@code mostBytes}.
 */
final class LostRanges implements LogRecord.Visitor {

  /** Thrown when the entries do not fit into memory. */
  static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The range of one page. */
  static final class Range {
    private final byte[] from;
    private final byte @Nullable [] before;
    private final TreeMap<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);

    Range(byte[] from, byte @Nullable [] before) {
      this.from = from;
      this.before = before;
    }

    private boolean begins(byte @Nullable [] otherBefore) {
      return otherBefore == null || Arrays.compareUnsigned(from, otherBefore) < 0;
    }

    private boolean holds(byte[] key) {
      return before == null || Arrays.compareUnsigned(key, before) < 0;
    }

    /** Returns the entries in order. */
    Map<byte[], byte[]> entries() {
      return entries;
    }
  }

  /**
   * About what the heap needs for an entry besides its bytes: a node of the map and two heads of
   * arrays.
   */
  private static final int HEAP_OF_ENTRY = 100;

  private final PartitionGroups groups;
  private final long mostBytes;

  /** By shard, then by the begin of the range. */
  private final Map<Integer, TreeMap<byte[], Range>> shards = new TreeMap<>();

  private long bytes;

  /** The shards to whose ranges the present record is applied. */
  private IntPredicate wanted = shard -> true;

  LostRanges(PartitionGroups groups, long mostBytes) {
    this.groups = groups;
    this.mostBytes = mostBytes;
  }

  void add(int shard, byte[] from, byte @Nullable [] before) {
    shards
        .computeIfAbsent(shard, absent -> new TreeMap<>(Arrays::compareUnsigned))
        .put(from, new Range(from, before));
  }

  boolean isEmpty() {
    return shards.isEmpty();
  }

  /** Returns the number of ranges. */
  int count() {
    return shards.values().stream().mapToInt(Map::size).sum();
  }

  /** Returns the number of entries. */
  long entries() {
    return shards.values().stream()
        .flatMap(ranges -> ranges.values().stream())
        .mapToLong(range -> range.entries.size())
        .sum();
  }

  /** Returns the shards that have damaged pages. */
  List<Integer> shards() {
    return new ArrayList<>(shards.keySet());
  }

  /** Returns the range that begins here; null if there is none. */
  @Nullable
  Range at(int shard, byte[] from) {
    return ranges(shard).get(from);
  }

  /** Whether a range of a shard shares a key with this one. */
  boolean touches(int shard, byte[] from, byte @Nullable [] before) {
    var first = ranges(shard).floorEntry(from);
    if (first != null && first.getValue().holds(from)) {
      return true;
    }
    var next = ranges(shard).higherEntry(from);
    return next != null && next.getValue().begins(before);
  }

  private NavigableMap<byte[], Range> ranges(int shard) {
    return shards.getOrDefault(shard, new TreeMap<>(Arrays::compareUnsigned));
  }

  private NavigableMap<byte[], Range> wanted(int shard) {
    return wanted.test(shard) ? ranges(shard) : new TreeMap<>(Arrays::compareUnsigned);
  }

  private @Nullable Range of(byte[] key) {
    var found = wanted(groups.ofTreeKey(key)).floorEntry(key);
    return found != null && found.getValue().holds(key) ? found.getValue() : null;
  }

  /** Applies a record of the log to the ranges of all shards. */
  void apply(ByteBuffer payload) {
    apply(payload, shard -> true);
  }

  /** Applies a record of the log to the ranges of some shards. */
  void apply(ByteBuffer payload, IntPredicate shards) {
    wanted = shards;
    var unused = LogRecord.decode(payload, this);
  }

  @Override
  public void put(byte[] key, byte[] stored) {
    var range = of(key);
    if (range != null) {
      var before = range.entries.put(key, stored);
      bytes += stored.length + (before == null ? key.length + HEAP_OF_ENTRY : -before.length);
      if (bytes > mostBytes) {
        throw new TooMany();
      }
    }
  }

  @Override
  public void remove(byte[] key) {
    var range = of(key);
    if (range != null) {
      var before = range.entries.remove(key);
      bytes -= before == null ? 0 : key.length + before.length + HEAP_OF_ENTRY;
    }
  }

  @Override
  public void removeRange(int partitionGroup, byte[] from, byte[] to) {
    for (var range : wanted(partitionGroup).values()) {
      var removed = range.entries.subMap(from, to);
      bytes -= removed.entrySet().stream()
          .mapToLong(entry -> entry.getKey().length + entry.getValue().length + HEAP_OF_ENTRY)
          .sum();
      removed.clear();
    }
  }
}
