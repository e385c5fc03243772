package io.weir.engine.snapshot;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * A snapshot as its shards' parts, which several threads may read at once.
 *
 * <p>A snapshot holds one shard after another. The first key of each block tells whose it is, so the blocks of a shard are found
 * without reading the others: those that begin with a key of it, and the one before them, in which it may begin.
 *
 * <p>Threads: {@link #read} any, one for each shard; it opens the file for itself. The rest: who opened it.
 *
 * <p>Fails with {@link SnapshotDamaged}; what visitors were shown is void then.
 */
public final class SnapshotParts {

  private final Folder folder;
  private final String name;
  private final SnapshotHeader header;
  private final ToIntFunction<byte[]> shardOf;
  private final List<Block> blocks;
  private final long count;
  private final AtomicLong shown = new AtomicLong();

  /** Where a block begins, how many bytes of entries it has, and whose the first is. */
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

  /** Looks at the beginning of each block of a file whose header is sound. */
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

  /** Whatever of the two blocks is damaged is the reason; when neither is, the file was written wrongly. */
  private static SnapshotDamaged outOfOrder(
      SnapshotReader reader, Block before, long offset, int lengthBytes) throws IOException {
    reader.entriesAt(before.offset(), before.lengthBytes());
    reader.entriesAt(offset, lengthBytes);
    return reader.damaged(offset, "shardsOutOfOrder");
  }

  public SnapshotHeader header() {
    return header;
  }

  /** Number of entries in all shards, as the file says. */
  public long count() {
    return count;
  }

  /** Bytes of all blocks. */
  public long bytes() {
    return bytes(blocks.stream());
  }

  /** Bytes of a shard's blocks, about: the first and the last may be shared with its neighbours. */
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
   * <p>The blocks on both sides are verified, too: the key that tells a block's shard may be damaged itself, and a block of this shard
   * would be taken for a neighbour's.
   *
   * @param progress told the bytes of each block that begins with this shard, once it is read
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

  /** Makes sure, when all shards were read, that nothing was left out. */
  public void requireAllShown() throws SnapshotDamaged {
    if (shown.get() != count) {
      throw new SnapshotDamaged(folder.locate(name), 0, "entryCount:" + shown.get());
    }
  }

  /** The block before the first that begins with an entry of the shard, or of a later one. */
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
