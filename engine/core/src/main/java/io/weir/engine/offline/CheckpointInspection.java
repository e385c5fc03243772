package io.weir.engine.offline;

import io.weir.engine.checkpoint.CheckpointEntries;
import io.weir.engine.checkpoint.CheckpointInvalid;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.PageFormat;
import io.weir.engine.page.extent.PageFilesChanged;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.record.LogRecord;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Verifies the files of the last checkpoint: the manifest, the leaf directories, every page, and
 * the entries in it.
 *
 * <p>Whether a start does without a manifest, directories or page files that are damaged or missing
 * depends on the log: if it reaches back far enough, these are remarks. A page that differs from
 * its checksum is damage in any case.
 */
final class CheckpointInspection {

  private final Path path;
  private final Folder folder;
  private final StoreIdentity identity;
  private final Tally tally;
  private final CatalogRows catalog;

  /** Whether the log reaches back far enough to do without the checkpoint. */
  private final boolean dispensable;

  CheckpointInspection(
      Path path,
      Folder folder,
      StoreIdentity identity,
      Tally tally,
      CatalogRows catalog,
      boolean dispensable) {
    this.path = path;
    this.folder = folder;
    this.identity = identity;
    this.tally = tally;
    this.catalog = catalog;
    this.dispensable = dispensable;
  }

  /**
   * Returns the checkpoint as what the log follows; empty if there is none that a start can use.
   */
  Optional<Base> run() throws IOException {
    try {
      var manifest = CheckpointManifest.read(folder);
      return manifest.isPresent() ? Optional.of(run(manifest.get())) : Optional.empty();
    } catch (FileDamaged | CheckpointInvalid | PageFilesChanged | NoSuchFileException e) {
      if (dispensable) {
        tally.remark(
            "The last checkpoint cannot be used; the next start rebuilds the store from the log. "
                + e.getMessage());
      } else {
        tally.damaged(folder, CheckpointManifest.FILE, 0, "unusable: " + e.getMessage());
        tally.remark(
            "The log no longer holds the whole store; restore it from a backup with 'weir restore'.");
      }
      return Optional.empty();
    }
  }

  private Base run(CheckpointManifest manifest) throws IOException {
    if (!manifest.storeId().equals(identity.id())) {
      throw new CheckpointInvalid("the manifest is of another store store=" + manifest.storeId());
    }
    if (!manifest.pageFormat().equals(PageFormat.current(PageStoreOptions.PAGE_BYTES))) {
      throw new CheckpointInvalid("the pages have another format pages=" + manifest.pageFormat());
    }
    var pages = new PageInspection(path, folder, tally, catalog);
    var shards = new ArrayList<ShardEntries>();
    for (var shard = 0; shard < manifest.shards().size(); shard++) {
      var entries = new CheckpointEntries(
          folder, path, identity.id(), shard, manifest.shards().get(shard));
      pages.run(shard, entries);
      entries.records(this::apply);
      if (manifest.shards().get(shard).behind() != null) {
        tally.remark(
            "A shard was refused when the checkpoint was written; its changes since position "
                + manifest.positionOf(shard)
                + " are kept beside its pages. A start applies them, and refuses the shard again if damage prevents that; then repair the stopped store with 'weir repair DIR --from BACKUP'. shard="
                + shard);
      }
      shards.add(entries);
    }
    pages.reportAdvice(dispensable);
    return new Base(CheckpointManifest.FILE, manifest.logPosition(), shards);
  }

  /** Applies a record that was set aside. */
  private void apply(byte[] record) {
    var unused = LogRecord.decode(ByteBuffer.wrap(record), catalog);
  }
}
