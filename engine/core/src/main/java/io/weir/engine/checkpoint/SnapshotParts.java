package io.weir.engine.checkpoint;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * A snapshot divided into its shards' parts, which several threads may read at once.
 *
 * <p>A snapshot holds one shard after another. The first key of each block names the block's shard,
 * so the blocks of a shard are found without reading the others: those that begin with a key of the
 * shard, and the block before them, in which the shard's entries may begin.
 *
 * <p>Threads: {@link #read}: any thread, one for each shard; each call opens the file for itself.
 * The rest: the thread that opened the snapshot.
 *
 * <p>Fails with {@link SnapshotDamaged}; the entries shown to visitors are then void.
 */
public final class SnapshotParts {

  private final Folder folder;
  private final String name;
  private final SnapshotHeader header;
  private final ToIntFunction<byte[]> shardOf;
  private final List<Block> blocks;
  private final long count;
  private final AtomicLong shown = new AtomicLong();

  /** Where a block begins, how many bytes of entries it has, and the shard of its first entry. */
  private record Block(long offset, int lengthBytes, int shard) {}

  private SnapshotParts(
      Folder folder,
      String name,
      SnapshotHeader header,
      ToIntFunction<byte[]> shardOf,
      List<Block> blocks,
      long count) {
    this.folder = folder;
    this.name = name;
    this.header = header;
    this.shardOf = shardOf;
    this.blocks = blocks;
    this.count = count;
  }

  /** Reads the beginning of each block of a file whose header is sound. */
  static SnapshotParts of(
      Folder folder, String name, SnapshotHeader header, ToIntFunction<byte[]> shardOf)
      throws IOException {
    try (var reader = SnapshotReader.open(folder, name)) {
      var blocks = new ArrayList<Block>();
      long offset = SnapshotHeader.BYTES;
      for (var length = reader.lengthAt(offset); length > 0; length = reader.lengthAt(offset)) {
        var shard = shardOf.applyAsInt(reader.firstKeyAt(offset, length));
        if (!blocks.isEmpty() && shard < blocks.get(blocks.size() - 1).shard()) {
          throw outOfOrder(reader, blocks.get(blocks.size() - 1), offset, length);
        }
        blocks.add(new Block(offset, length, shard));
        offset += SnapshotWriter.BLOCK_HEADER_BYTES + length;
      }
      return new SnapshotParts(folder, name, header, shardOf, blocks, reader.countAt(offset));
    }
  }

  /**
   * Returns the failure that names the damaged one of two blocks. If neither is damaged, the file
   * was written wrongly.
   */
  private static SnapshotDamaged outOfOrder(
      SnapshotReader reader, Block before, long offset, int lengthBytes) throws IOException {
    reader.entriesAt(before.offset(), before.lengthBytes());
    reader.entriesAt(offset, lengthBytes);
    return reader.damaged(offset, "shardsOutOfOrder");
  }

  /** Returns the name of the file. */
  public String file() {
    return name;
  }

  public SnapshotHeader header() {
    return header;
  }

  /** Returns the number of entries in all shards, as recorded in the file. */
  public long count() {
    return count;
  }

  /** Returns the bytes of all blocks. */
  public long bytes() {
    return bytes(blocks.stream());
  }

  /**
   * Returns the approximate bytes of a shard's blocks: the neighbouring shards may share the first
   * and the last block.
   */
  public long bytesOf(int shard) {
    return bytes(blocks.stream().filter(block -> block.shard() == shard));
  }

  private static long bytes(Stream<Block> some) {
    return some.mapToLong(block -> block.lengthBytes() + SnapshotWriter.BLOCK_HEADER_BYTES)
        .sum();
  }

  /**
   * Shows the visitor all entries of a shard, in ascending order of keys.
   *
   * <p>The blocks on both sides are verified too: the key that names a block's shard may itself be
   * damaged, and a block of this shard would then be taken for a neighbour's.
   *
   * @param progress receives the bytes of each block that begins with this shard, after it is read
   */
  public void read(int shard, SnapshotVisitor visitor, LongConsumer progress) throws IOException {
    try (var reader = SnapshotReader.open(folder, name)) {
      var last = shard;
      for (var i = firstOf(shard); i < blocks.size() && last <= shard; i++) {
        last = blocks.get(i).shard();
        show(reader, blocks.get(i), shard, visitor);
        if (last == shard) {
          progress.accept(blocks.get(i).lengthBytes());
        }
      }
    }
  }

  /** Returns the entries of a shard. */
  public ShardEntries of(int shard) {
    return new ShardEntries() {
      @Override
      public long bytes() {
        return bytesOf(shard);
      }

      @Override
      public void read(SnapshotVisitor visitor, LongConsumer progress) throws IOException {
        SnapshotParts.this.read(shard, visitor, progress);
      }
    };
  }

  /** Checks, after all shards were read, that no entry was omitted. */
  public void requireAllShown() throws SnapshotDamaged {
    if (shown.get() != count) {
      throw new SnapshotDamaged(folder.locate(name), 0, "entryCount:" + shown.get());
    }
  }

  /**
   * Returns the block before the first that begins with an entry of the shard, or of a later one.
   */
  private int firstOf(int shard) {
    var first = 0;
    while (first < blocks.size() && blocks.get(first).shard() < shard) {
      first++;
    }
    return Math.max(0, first - 1);
  }

  private void show(SnapshotReader reader, Block block, int shard, SnapshotVisitor visitor)
      throws IOException {
    var entries = reader.entriesAt(block.offset(), block.lengthBytes());
    var taken = 0L;
    while (entries.hasRemaining()) {
      if (!SnapshotEntry.isWhole(entries)) {
        throw reader.damaged(block.offset(), "entryLengths");
      }
      var key = new byte[entries.getInt()];
      var stored = entries.getInt();
      entries.get(key);
      if (shardOf.applyAsInt(key) == shard) {
        var value = new byte[stored];
        entries.get(value);
        visitor.entry(key, value);
        taken++;
      } else {
        entries.position(entries.position() + stored);
      }
    }
    shown.addAndGet(taken);
  }
}
