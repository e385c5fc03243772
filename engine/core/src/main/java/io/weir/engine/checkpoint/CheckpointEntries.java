package io.weir.engine.checkpoint;

import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.LeafPage;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.page.extent.PersistedPageFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one shard in a durable checkpoint, read from its files, each page after it was
 * compared with its checksum.
 *
 * <p>Runs on: one thread that may block. The checkpoint must stay the last one, or no store be
 * open. Shards may write meanwhile, because they overwrite no page of it.
 */
public final class CheckpointEntries implements ShardEntries {

  private final Folder directories;
  private final Path path;
  private final UUID storeId;
  private final int shard;
  private final CheckpointedShard kept;

  /** Receives the entries of one leaf after another. */
  public interface Leaves {

    /** Receives an entry of the leaf, and ownership of the arrays. */
    void entry(byte[] key, byte[] stored);

    /** Ends the leaf that begins with a fence: above every key before, not above any in it. */
    void end(byte[] fence) throws IOException;
  }

  /** Receives damaged pages. */
  @FunctionalInterface
  public interface Damage {

    /**
     * Receives the damage of a page.
     *
     * @param offset where the page begins in the file
     * @param what the kind of damage and the range of keys that it concerns
     * @param from not above any key of the page, and above all keys before it
     * @param before above all keys of the page; null for the last page of the shard
     */
    void page(Path file, long offset, String what, byte[] from, byte @Nullable [] before)
        throws IOException;
  }

  /**
   * Names the entries.
   *
   * @param store the folder of the store
   * @param path the same folder
   */
  public CheckpointEntries(Folder store, Path path, UUID storeId, int shard, CheckpointedShard kept)
      throws IOException {
    if (!store.exists(CheckpointManifest.DIRECTORIES)) {
      throw new CheckpointInvalid("the folder of the leaf directories is missing");
    }
    this.directories = store.folder(CheckpointManifest.DIRECTORIES);
    this.path = PageStoreOptions.directoryOf(path, shard);
    this.storeId = storeId;
    this.shard = shard;
    this.kept = kept;
  }

  /**
   * Verifies the directory, that each page has a file, and returns the bytes of all pages.
   *
   * @throws CheckpointInvalid if the directory has changed
   * @throws io.weir.engine.page.extent.PageFilesChanged if a page file is missing
   */
  @Override
  public long bytes() throws IOException {
    var bytes = new long[1];
    try (var files = files()) {
      LeafDirectory.read(directories, storeId, shard, kept.leaves(), leaf -> {
        var unused = files.fileOf(leaf.page());
        bytes[0] += leaf.page().lengthBytes();
      });
    }
    return bytes[0];
  }

  /**
   * Verifies the records that were set aside, and shows those that the pages lack.
   *
   * @throws CheckpointInvalid if they are missing or damaged
   */
  @Override
  public void records(Consumer<byte[]> visitor) throws IOException {
    var behind = kept.behind();
    if (behind != null) {
      SetAsideRecords.read(directories, storeId, shard, behind, (position, record) -> {
        if (position >= behind.position()) {
          visitor.accept(record);
        }
      });
    }
  }

  /** Returns the bytes of the directory. */
  public long directoryBytes() {
    return kept.leaves().stream().mapToLong(DirectoryPart::bytes).sum();
  }

  /** Returns the folder of the shard's page files. */
  public Path path() {
    return path;
  }

  /**
   * Shows all entries. Fails with {@link FileDamaged} at the first damaged page, naming its range
   * of keys.
   */
  @Override
  public void read(SnapshotVisitor visitor, LongConsumer progress) throws IOException {
    read(visitor, progress, CheckpointEntries::fail);
  }

  /** Shows the entries of all pages that are sound, and the damage of the others. */
  public void read(SnapshotVisitor visitor, LongConsumer progress, Damage damage)
      throws IOException {
    try (var files = files()) {
      var reading = new Reading(files, visitor, progress, damage);
      LeafDirectory.read(directories, storeId, shard, kept.leaves(), reading);
      reading.end();
    }
  }

  /**
   * Shows all entries, and where each leaf ends. Fails with {@link FileDamaged} at the first
   * damaged page.
   */
  public void readLeaves(Leaves leaves, LongConsumer progress) throws IOException {
    try (var files = files()) {
      var reading = new Reading(files, leaves::entry, progress, CheckpointEntries::fail) {
        @Override
        void shown(byte[] fence) throws IOException {
          leaves.end(fence);
        }
      };
      LeafDirectory.read(directories, storeId, shard, kept.leaves(), reading);
      reading.end();
    }
  }

  private static void fail(
      Path file, long offset, String what, byte[] from, byte @Nullable [] before)
      throws FileDamaged {
    throw new FileDamaged(file.toString(), offset, what);
  }

  private PersistedPageFiles files() throws IOException {
    return PersistedPageFiles.open(path, PageStoreOptions.PAGE_BYTES, kept.files());
  }

  /** Shows each leaf when the next one is known, whose fence ends its range. */
  private class Reading implements LeafDirectory.Visitor {

    private final PersistedPageFiles files;
    private final SnapshotVisitor visitor;
    private final LongConsumer progress;
    private final Damage damage;
    private @Nullable PersistedLeaf held;

    Reading(
        PersistedPageFiles files, SnapshotVisitor visitor, LongConsumer progress, Damage damage) {
      this.files = files;
      this.visitor = visitor;
      this.progress = progress;
      this.damage = damage;
    }

    @Override
    public void leaf(PersistedLeaf next) throws IOException {
      show(next.fence());
      held = next;
    }

    void end() throws IOException {
      show(null);
    }

    /** Called after the entries of a leaf, with its fence. */
    @SuppressWarnings("unused") // subclasses need the fence
    void shown(byte[] fence) throws IOException {}

    private void show(byte @Nullable [] end) throws IOException {
      var leaf = held;
      if (leaf == null) {
        return;
      }
      var page = leaf.page();
      var address = files.read(page);
      if (address == 0) {
        damage.page(
            files.fileOf(page),
            files.offsetOf(page),
            "pageChecksum shard=" + shard + " page=" + page.id() + " bytes=" + page.lengthBytes()
                + KeyRange.text(leaf.fence(), end),
            leaf.fence(),
            end);
      } else {
        for (var position = 0; position < LeafPage.count(address); position++) {
          visitor.entry(LeafPage.key(address, position), LeafPage.value(address, position));
        }
        shown(leaf.fence());
      }
      progress.accept(page.lengthBytes());
    }
  }
}
