package io.weir.engine.store;

import io.weir.engine.balance.Placement;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.LeafDirectory;
import io.weir.engine.checkpoint.ShardEntries;
import io.weir.engine.disk.DiskSpace;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PageFormat;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageFolder;
import io.weir.engine.page.extent.PageReopening;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.store.recovery.RecoveryListener;
import io.weir.engine.store.recovery.ShardRecovery;
import io.weir.engine.tree.OutlinedTree;
import java.io.IOException;
import java.util.concurrent.Executor;

/**
 * Opens the trees of a store's shards: empty, or with the pages of a checkpoint.
 *
 * <p>Threads: any thread that may block; one at a time for each shard.
 */
final class ShardPages {

  private final StoreFolder folder;
  private final Placement placement;
  private final Executor workThreads;
  private final DiskSpace space;

  /** @param space reports and reserves disk space for page files */
  ShardPages(StoreFolder folder, Placement placement, Executor workThreads, DiskSpace space) {
    this.folder = folder;
    this.placement = placement;
    this.workThreads = workThreads;
    this.space = space;
  }

  /** Returns which loop runs which shard. */
  Placement placement() {
    return placement;
  }

  /** Returns the page file format of this version. */
  static String format() {
    return PageFormat.current(PageStoreOptions.PAGE_BYTES);
  }

  /** Returns the number of existing page files of {@code shards} shards. */
  int files(int shards) throws IOException {
    var count = 0;
    for (var shard = 0; shard < shards; shard++) {
      count += new PageFolder(folder.pagesOfShard(shard)).count();
    }
    return count;
  }

  /** Returns an empty tree. Deletes the shard's existing page files. */
  ShardTree empty(int shard) throws IOException {
    return new ShardTree(
        (executor, listener, owned) ->
            ChroniclePageStore.open(options(shard), executor, listener, owned),
        placement.ofShard(shard),
        workThreads);
  }

  /** Returns an empty tree that will replace another one, whose page files stay. */
  ShardTree beside(int shard, ShardTree replaced) throws IOException {
    return new ShardTree(
        (executor, listener, owned) -> ChroniclePageStore.openBeside(
            replaced.pages(), options(shard), executor, listener, owned),
        placement.ofShard(shard),
        workThreads);
  }

  /**
   * Returns the tree that a checkpoint describes, over the existing pages. Deletes the shard's page
   * files that the checkpoint does not name.
   *
   * @param directories the folder of the leaf directories
   * @throws IOException when the directory is damaged or disagrees with the page files
   */
  ShardTree reopen(int shard, CheckpointManifest manifest, Folder directories) throws IOException {
    var reopened = unverified(shard, manifest, directories);
    try {
      StoredCatalog.requireSound(reopened.tree().published());
      return reopened;
    } catch (PageDamaged
        | InternalError e) { // a table missing from a damaged catalog would be reclaimed
      reopened.leave();
      throw e;
    }
  }

  /**
   * Returns a tree with the entries of a shard that has damaged pages, over new pages beside those
   * of the checkpoint, which stay.
   *
   * @param directories the folder of the leaf directories
   */
  ShardTree repaired(
      int shard, CheckpointManifest manifest, Folder directories, ShardEntries entries)
      throws IOException {
    var damaged = unverified(shard, manifest, directories);
    try {
      var fresh = beside(shard, damaged);
      try {
        new ShardRecovery(fresh.tree(), RecoveryListener.NOBODY).load(entries);
        return fresh;
      } catch (IOException | RuntimeException | Error e) {
        fresh.close();
        throw e;
      }
    } finally {
      damaged.leave();
    }
  }

  private ShardTree unverified(int shard, CheckpointManifest manifest, Folder directories)
      throws IOException {
    var kept = manifest.shards().get(shard);
    try (var pages = PageReopening.open(options(shard), kept.files())) {
      var outline = new OutlinedTree(pages.firstUse());
      LeafDirectory.read(
          directories,
          folder.identity().id(),
          shard,
          kept.leaves(),
          leaf ->
              outline.add(leaf.fence(), leaf.begins(), leaf.page().id(), pages.claim(leaf.page())));
      var tree = outline.finish();
      var reopened = new ShardTree(pages::finish, placement.ofShard(shard), workThreads);
      reopened.tree().begin(tree);
      return reopened;
    }
  }

  private PageStoreOptions options(int shard) {
    return PageStoreOptions.in(folder.pagesOfShard(shard)).withSpace(space);
  }
}
