package io.weir.engine.store.checkpoint;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.PageForm;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.shard.Shard;
import io.weir.engine.snapshot.SnapshotSource;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.LeafWalk;
import io.weir.engine.tree.Tree;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks whole trees in slices while their shards continue to write. A version is pinned for one slice at most.
 *
 * <p>Threads: any thread that may run for long.
 */
public final class TreeWalk {

  private static final int ENTRIES_A_SLICE = 512;
  private static final int BYTES_A_SLICE = 1 << 20;

  private static final byte[] FIRST = {};
  private static final long NONE = -1;

  private TreeWalk() {}

  /**
   * Passes every entry to the sink, in order. Entries that change during the walk may or may not be included. Fails as {@link Shard#pin}
   * does, and at a damaged page.
   *
   * @throws IOException when a page is malformed or its keys do not ascend, which means that the memory is corrupt
   */
  static void everything(Shard shard, SnapshotSource.Sink sink) throws IOException {
    var slice = new Slice();
    for (var more = slice.read(shard, null); more; more = slice.read(shard, slice.lastKey())) {
      slice.show(sink);
    }
  }

  /** Returns the ids of all tables with an entry in the shard. One seek for each. Fails as {@link Shard#pin} does, and at a damaged page. */
  public static List<Integer> tableIds(Shard shard) {
    var ids = new ArrayList<Integer>();
    try (var pin = shard.pin()) {
      var cursor = new Cursor().open(pin.tree());
      for (var more = cursor.seekFirst(); more; ) {
        var id = TreeKeys.tableOf(cursor.key());
        ids.add(id);
        more = cursor.seek(TreeKeys.endOfTable(id));
      }
    }
    return ids;
  }

  /**
   * Consecutive entries, copied from one version into one array. A snapshot uses one slice for all entries of a shard,
   * so that it makes no objects for each.
   */
  private static final class Slice {

    /** The keys and values of all entries, one after the other. */
    private byte[] bytes = new byte[BYTES_A_SLICE / 8];

    private final int[] keyEnds = new int[ENTRIES_A_SLICE];
    private final int[] ends = new int[ENTRIES_A_SLICE];
    private int count;

    /** Reads the entries after a key, or the first entries if it is null. Returns false when there are none. */
    boolean read(Shard shard, byte @Nullable [] after) throws IOException {
      count = 0;
      try (var pin = shard.pin()) {
        requireForm(pin.tree(), after);
        var cursor = new Cursor().open(pin.tree());
        var more = after == null ? cursor.seekFirst() : seekAfter(cursor, after);
        while (more && count < ENTRIES_A_SLICE && end() < BYTES_A_SLICE) {
          add(cursor);
          requireAscending(after);
          more = cursor.next();
        }
        // The next slice begins after the last key. If that key were too high, it would leave out
        // what follows.
        if (more && cursor.compareKey(lastKey()) <= 0) {
          throw notAscending();
        }
      }
      return count > 0;
    }

    private void add(Cursor cursor) {
      var needed = end() + cursor.entryLength();
      if (needed > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
      }
      var keyEnd = end() + cursor.copyKey(bytes, end());
      ends[count] = keyEnd + cursor.copyValue(bytes, keyEnd);
      keyEnds[count] = keyEnd;
      count++;
    }

    /** Returns where the last entry ends. */
    private int end() {
      return count == 0 ? 0 : ends[count - 1];
    }

    private int start(int entry) {
      return entry == 0 ? 0 : ends[entry - 1];
    }

    void show(SnapshotSource.Sink sink) throws IOException {
      var key = ByteBuffer.wrap(bytes);
      var stored = ByteBuffer.wrap(bytes);
      for (var i = 0; i < count; i++) {
        sink.entry(
            key.clear().position(start(i)).limit(keyEnds[i]),
            stored.clear().position(keyEnds[i]).limit(ends[i]));
      }
    }

    byte[] lastKey() {
      return Arrays.copyOfRange(bytes, start(count - 1), keyEnds[count - 1]);
    }

    /** Verifies the form of the pages that the slice may read, before it follows their contents. */
    private static void requireForm(Tree tree, byte @Nullable [] after) throws IOException {
      var form = new PagesOfSlice();
      var unused = LeafWalk.from(tree, after == null ? FIRST : after, form);
      if (form.malformed != NONE) {
        throw new IOException("a page is malformed page=" + form.malformed);
      }
    }

    /** Compares the last entry with the entry before it: the slice's, or the last of the slice before. */
    private void requireAscending(byte @Nullable [] before) throws IOException {
      var at = start(count - 1);
      var order = -1;
      if (count > 1) {
        var beforeAt = start(count - 2);
        order = Arrays.compareUnsigned(
            bytes, beforeAt, keyEnds[count - 2], bytes, at, keyEnds[count - 1]);
      } else if (before != null) {
        order = Arrays.compareUnsigned(before, 0, before.length, bytes, at, keyEnds[count - 1]);
      }
      if (order >= 0) {
        throw notAscending();
      }
    }

    private static IOException notAscending() {
      return new IOException("the keys of a page do not ascend");
    }
  }

  /** Visits the pages that one slice may read. */
  private static final class PagesOfSlice implements LeafWalk.Visitor {

    private long malformed = NONE;
    private long entries;
    private long bytes;

    @Override
    public boolean leaf(byte[] fence, long id, long address) {
      if (!PageForm.isSound(address)) {
        malformed = id;
        return false;
      }
      // The last slice may have read the first page up to its last entry.
      var isFirst = bytes == 0;
      bytes += LeafPage.lengthBytes(address);
      entries += isFirst ? 0 : LeafPage.count(address);
      return entries <= ENTRIES_A_SLICE; // a slice also looks at the key after its last
    }
  }

  private static boolean seekAfter(Cursor cursor, byte[] key) {
    return cursor.seek(Arrays.copyOf(key, key.length + 1)); // the least key after it
  }
}
