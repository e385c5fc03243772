package io.weir.engine.check;

import io.weir.engine.checkpoint.CheckpointInvalid;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.PageFormat;
import io.weir.engine.page.extent.PageFilesChanged;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Verifies the files of the last checkpoint: the manifest, the leaf directories and every page.
 *
 * <p>A start does without a manifest, directories or page files that are damaged or missing, so these are remarks. A page that differs from its checksum is damage, because its
 * shard would have to be rebuilt after the start.
 */
final class CheckpointInspection {

  private final Path path;
  private final Folder folder;
  private final StoreIdentity identity;
  private final Tally tally;

  CheckpointInspection(Path path, Folder folder, StoreIdentity identity, Tally tally) {
    this.path = path;
    this.folder = folder;
    this.identity = identity;
    this.tally = tally;
  }

  void run() throws IOException {
    try {
      var manifest = CheckpointManifest.read(folder);
      if (manifest.isPresent()) {
        run(manifest.get());
      }
    } catch (FileDamaged | CheckpointInvalid | PageFilesChanged | NoSuchFileException e) {
      tally.remark(
          "The last checkpoint cannot be used; the next start rebuilds the store from snapshot and log. "
              + e.getMessage());
    }
  }

  private void run(CheckpointManifest manifest) throws IOException {
    if (!manifest.storeId().equals(identity.id())) {
      throw new CheckpointInvalid("the manifest is of another store store=" + manifest.storeId());
    }
    if (!manifest.pageFormat().equals(PageFormat.current(PageStoreOptions.PAGE_BYTES))) {
      throw new CheckpointInvalid("the pages have another format pages=" + manifest.pageFormat());
    }
    var pages = new PageInspection(path, folder, identity, tally);
    for (var shard = 0; shard < manifest.shards().size(); shard++) {
      pages.run(shard, manifest.shards().get(shard));
    }
    pages.reportAdvice();
  }
}
