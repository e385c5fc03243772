package io.weir.engine.check;

import io.weir.engine.checkpoint.CheckpointInvalid;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.CheckpointedShard;
import io.weir.engine.checkpoint.DirectoryPart;
import io.weir.engine.checkpoint.LeafDirectory;
import io.weir.engine.checkpoint.PersistedLeaf;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.page.extent.PersistedPageFiles;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Compares each page of a checkpoint with its checksum in the leaf directory, in key order.
 *
 * <p>A directory is read twice: first to verify it, then for the pages.
 */
final class PageInspection {

  /** The folder of the leaf directories. */
  private static final String DIRECTORIES = "checkpoints";

  private final Path path;
  private final Folder folder;
  private final StoreIdentity identity;
  private final Tally tally;
  private long damaged;

  PageInspection(Path path, Folder folder, StoreIdentity identity, Tally tally) {
    this.path = path;
    this.folder = folder;
    this.identity = identity;
    this.tally = tally;
  }

  /**
   * Verifies the leaf directory and the pages of a shard.
   *
   * @throws io.weir.engine.checkpoint.CheckpointInvalid if the directory has changed
   * @throws io.weir.engine.page.extent.PageFilesChanged if a page file is missing
   */
  void run(int shard, CheckpointedShard kept) throws IOException {
    if (!folder.exists(DIRECTORIES)) {
      throw new CheckpointInvalid("the folder of the leaf directories is missing");
    }
    var directories = folder.folder(DIRECTORIES);
    var directory = PageStoreOptions.directoryOf(path, shard);
    try (var files =
        PersistedPageFiles.open(directory, PageStoreOptions.PAGE_BYTES, kept.files())) {
      var pageBytes = new long[1];
      LeafDirectory.read(directories, identity.id(), shard, kept.leaves(), leaf -> {
        var unused = files.fileOf(leaf.page());
        pageBytes[0] += leaf.page().lengthBytes();
      });
      var bytes = kept.leaves().stream().mapToLong(DirectoryPart::bytes).sum();
      tally.begin(directories, Integer.toString(shard), bytes);
      tally.read(bytes);
      tally.begin(folder, path.relativize(directory).toString(), pageBytes[0]);
      LeafDirectory.read(
          directories, identity.id(), shard, kept.leaves(), leaf -> verify(shard, files, leaf));
    }
  }

  private void verify(int shard, PersistedPageFiles files, PersistedLeaf leaf) throws IOException {
    var page = leaf.page();
    if (!files.isSound(page)) {
      damaged++;
      tally.damaged(
          folder,
          path.relativize(files.fileOf(page)).toString(),
          files.offsetOf(page),
          "pageChecksum shard=" + shard + " page=" + page.id() + " bytes=" + page.lengthBytes());
    }
    tally.read(page.lengthBytes());
  }

  /** Reports how the damage found can be repaired. */
  void reportAdvice() {
    if (damaged > 0) {
      tally.remark(
          "Snapshot and log still hold the entities of the damaged pages; the next start rebuilds"
              + " their shards from them while the others serve. Delete the file "
              + folder.locate(CheckpointManifest.FILE)
              + " to rebuild the whole store before it serves.");
    }
  }
}
