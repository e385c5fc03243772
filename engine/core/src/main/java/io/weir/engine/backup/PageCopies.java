package io.weir.engine.backup;

import io.weir.engine.backup.BackedUpLeaf.Place;
import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Copies the leaves of a checkpoint into a backup, except those that an earlier backup has.
 *
 * <p>Every page is read and compared with its checksum. Its entries become a block. Both lists of
 * leaves are in the order of keys, so the leaf with the same fence in the earlier backup is found
 * by reading both at once. If its checksums are those of the block, the block is not written again:
 * the new list names its place. In a second pass over the new list, the blocks of chunks of which
 * less than half is named are copied, so that a backup takes at most twice the room of its blocks.
 * The other chunks get a second name in the new folder.
 *
 * <p>Owner: one thread that may block.
 */
final class PageCopies {

  /** The longest chunk. A manifest of 1 MiB names chunks for more than 2 TB. */
  static final int CHUNK_BYTES = 128 << 20;

  /** A chunk is short if it has less than this part of the longest. */
  private static final int SHORT_PART = 8;

  /**
   * More chunks than this are not kept if they are short, so that their number is bounded by the
   * length of the store.
   */
  private static final int MOST_SHORT = 256;

  private static final String DRAFT = LeafList.FILE + ".new";

  private final Folder draft;
  private final Optional<EarlierBackup> earlier;
  private final FileCopy copy;
  private final CopyListener listener;
  private final LongConsumer progress;
  private final int chunkBytes;
  private final List<FileSum> sums = new ArrayList<>();
  private final List<FileSum> written = new ArrayList<>();

  /** The named bytes of each chunk of the earlier backup. */
  private final Map<Integer, Long> named = new HashMap<>();

  private Map<Integer, FileSum> sound = Map.of();
  private long copiedBytes;

  /**
   * @param copy copies chunks when the file system knows no second names
   * @param progress receives the bytes that were read; may fail with
   *     {@link java.io.UncheckedIOException}
   */
  PageCopies(
      Folder draft,
      Optional<EarlierBackup> earlier,
      FileCopy copy,
      CopyListener listener,
      LongConsumer progress,
      int chunkBytes) {
    this.draft = draft;
    this.earlier = earlier;
    this.copy = copy;
    this.listener = listener;
    this.progress = progress;
    this.chunkBytes = chunkBytes;
  }

  /**
   * Copies all shards. Returns the files that the backup has of it, all durable except their names.
   */
  List<FileSum> run(List<CheckpointEntries> shards) throws IOException {
    if (earlier.isPresent()) {
      listener.begin("Verifying the backup before", earlier.get().chunkBytes());
      sound = earlier.get().soundChunks(listener);
    }
    var bytes = 0L;
    for (var shard : shards) {
      bytes += shard.bytes();
    }
    listener.begin("Copying pages", bytes);
    try (var chunks = new Chunks.Writer(draft, lastChunk(), chunkBytes)) {
      copyNew(shards, chunks);
      listener.begin("Joining pages", -1);
      rewriteSparse(shards.size(), chunks);
      add(chunks.finish());
    }
    keepChunks();
    draft.delete(DRAFT);
    return List.copyOf(sums);
  }

  /** Returns the bytes of the files that no earlier backup has. */
  long copiedBytes() {
    return copiedBytes;
  }

  /** Returns the files that were written, which nobody has read back. */
  List<FileSum> written() {
    return List.copyOf(written);
  }

  private void add(List<FileSum> files) {
    sums.addAll(files);
    written.addAll(files);
    copiedBytes += files.stream().mapToLong(FileSum::bytes).sum();
  }

  private int lastChunk() {
    return earlier.stream()
        .flatMap(backup -> backup.manifest().files().stream())
        .filter(sum -> Chunks.isChunk(sum.file()))
        .mapToInt(sum -> Chunks.numberOf(sum.file()))
        .max()
        .orElse(0);
  }

  private void copyNew(List<CheckpointEntries> shards, Chunks.Writer chunks) throws IOException {
    try (var list = LeafList.Writer.create(draft, DRAFT, shards.size());
        var known = sound.isEmpty()
            ? null
            : LeafList.Reader.open(earlier.orElseThrow().folder(), LeafList.FILE, shards.size())) {
      for (var shard : shards) {
        var merge = new Merge(known, list, chunks);
        shard.readLeaves(merge, progress);
        merge.endShard();
      }
      var unused = list.finish();
    }
  }

  /** Lists the leaves of one shard. */
  private final class Merge implements CheckpointEntries.Leaves {

    private final LeafList.@Nullable Reader known;
    private final LeafList.Writer list;
    private final Chunks.Writer chunks;
    private final LeafBlock block = new LeafBlock();

    /** The next leaf of the earlier backup; null after its last one. */
    private @Nullable BackedUpLeaf next;

    Merge(LeafList.@Nullable Reader known, LeafList.Writer list, Chunks.Writer chunks)
        throws IOException {
      this.known = known;
      this.list = list;
      this.chunks = chunks;
      this.next = known == null ? null : known.next();
    }

    @Override
    public void entry(byte[] key, byte[] stored) {
      block.add(key, stored);
    }

    @Override
    public void end(byte[] fence) throws IOException {
      var leafSums = block.sums();
      var before = find(fence);
      if (before != null
          && before.holds(fence, leafSums)
          && sound.containsKey(before.place().chunk())) {
        named.merge(before.place().chunk(), (long) leafSums.bytes(), Long::sum);
        list.leaf(before);
      } else {
        list.leaf(new BackedUpLeaf(fence, leafSums, chunks.add(block.bytes())));
      }
      block.clear();
    }

    /** Returns the leaf of the earlier backup with this fence or the next one after it. */
    private @Nullable BackedUpLeaf find(byte[] fence) throws IOException {
      while (known != null && next != null && Arrays.compareUnsigned(next.fence(), fence) < 0) {
        next = known.next();
      }
      return next;
    }

    void endShard() throws IOException {
      if (known != null && next != null) {
        known.skipShard();
      }
      list.endShard();
    }
  }

  /**
   * Whether the new backup keeps a chunk of the earlier one: if at least half of it is used, and
   * not when it is one of many short ones, which are joined.
   */
  private boolean isKept(int chunk) {
    var sum = sound.get(chunk);
    return sum != null
        && 2 * named.getOrDefault(chunk, 0L) >= sum.bytes()
        && (sum.bytes() >= chunkBytes / SHORT_PART || sound.size() <= MOST_SHORT);
  }

  private void rewriteSparse(int shards, Chunks.Writer chunks) throws IOException {
    try (var from = LeafList.Reader.open(draft, DRAFT, shards);
        var to = LeafList.Writer.create(draft, LeafList.FILE, shards);
        var blocks = new Chunks.Reader(earlier.map(EarlierBackup::folder).orElse(draft))) {
      for (var shard = 0; shard < shards; shard++) {
        for (var leaf = from.next(); leaf != null; leaf = from.next()) {
          progress.accept(leaf.sums().bytes());
          to.leaf(isSparse(leaf.place()) ? leaf.at(chunks.add(blocks.read(leaf))) : leaf);
        }
        to.endShard();
      }
      add(List.of(to.finish()));
    }
  }

  private boolean isSparse(Place place) {
    return sound.containsKey(place.chunk()) && !isKept(place.chunk());
  }

  private void keepChunks() throws IOException {
    for (var chunk : sound.entrySet()) {
      if (isKept(chunk.getKey())) {
        keep(earlier.orElseThrow().folder(), chunk.getValue());
      }
    }
  }

  private void keep(Folder from, FileSum chunk) throws IOException {
    if (!draft.link(from, chunk.file())) {
      var crc = copy.copy(from, draft, chunk.file(), chunk.bytes(), chunk.bytes());
      if (crc != chunk.crc32c()) {
        throw new IOException(
            "a file of an earlier backup has changed; try again file=" + from.locate(chunk.file()));
      }
      add(List.of(chunk));
    } else {
      sums.add(chunk);
    }
  }
}
