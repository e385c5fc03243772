package io.weir.engine.offline;

import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Compares each page of a checkpoint with its checksum in the leaf directory, in key order, and
 * inspects the entries of sound pages.
 *
 * <p>A directory is read twice: first to verify it, then for the pages.
 */
final class PageInspection {

  private final Path path;
  private final Folder folder;
  private final Tally tally;
  private final CatalogRows catalog;
  private long damaged;

  PageInspection(Path path, Folder folder, Tally tally, CatalogRows catalog) {
    this.path = path;
    this.folder = folder;
    this.tally = tally;
    this.catalog = catalog;
  }

  /**
   * Verifies the leaf directory and the pages of a shard.
   *
   * @throws io.weir.engine.checkpoint.CheckpointInvalid if the directory has changed
   * @throws io.weir.engine.page.extent.PageFilesChanged if a page file is missing
   */
  void run(int shard, CheckpointEntries entries) throws IOException {
    var pageBytes = entries.bytes();
    tally.begin(folder, CheckpointManifest.DIRECTORIES + "/" + shard, entries.directoryBytes());
    tally.read(entries.directoryBytes());
    var files = path.relativize(entries.path()).toString();
    tally.begin(folder, files, pageBytes);
    entries.read(
        (key, stored) -> inspect(files, key, stored),
        tally::read,
        (file, offset, what, from, before) -> damaged(file, offset, what));
  }

  private void inspect(String files, byte[] key, byte[] stored) {
    var damage = StoredForm.damageOf(key, stored);
    if (damage.isEmpty()) {
      tally.entry();
      catalog.put(key, stored);
    } else {
      tally.damaged(folder, files, 0, damage);
    }
  }

  private void damaged(Path file, long offset, String what) {
    damaged++;
    tally.damaged(folder, path.relativize(file).toString(), offset, what);
  }

  /** Reports how the damage found can be repaired. */
  void reportAdvice(boolean dispensable) {
    if (damaged > 0 && dispensable) {
      tally.remark(
          "The log still holds the entities of the damaged pages; the next start rebuilds their shards from it while the others serve.");
    } else if (damaged > 0) {
      tally.remark(
          "Nothing else holds the entities of the damaged pages. A start refuses the reads and writes that need them and serves all others;"
              + " repair the stopped store from a backup with 'weir repair DIR --from BACKUP', or restore the backup with 'weir restore'.");
    }
  }
}
