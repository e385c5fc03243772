package io.weir.engine.store;

import io.weir.engine.catalog.Catalog;
import io.weir.engine.cleanshutdown.CleanMarker;
import io.weir.engine.cleanshutdown.FencesFile;
import io.weir.engine.cleanshutdown.FencesWriter;
import io.weir.engine.cleanshutdown.PersistedLeaf;
import io.weir.engine.disk.Folder;
import io.weir.engine.tree.Outline;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/**
 * Keeps the pages of a stopped store so that {@link CleanStart} can open it without a rebuild.
 *
 * <p>Owner: the closing thread. It lends the trees to work threads meanwhile. All shards have stopped, the log is closed, and no page is
 * pinned, so every page is either in a tree or free.
 *
 * <p>Blocks until all written pages are on the disk.
 */
final class CleanStop {

  private final Folder files;
  private final UUID storeId;
  private final List<ShardTree> trees;
  private final ShardTasks tasks;

  CleanStop(Folder files, UUID storeId, List<ShardTree> trees, ShardTasks tasks) {
    this.files = files;
    this.storeId = storeId;
    this.trees = trees;
    this.tasks = tasks;
  }

  /**
   * Writes the fences, forces and keeps the page files, then writes the marker.
   *
   * @param logPosition the end of the log
   * @param highestTicks the highest Timestamp assigned
   */
  void write(long logPosition, long highestTicks, Catalog catalog) throws IOException {
    var folder = FencesWriter.folder(files);
    var fences = tasks.all(trees.size(), shard -> writeFences(folder, shard, trees.get(shard)));
    folder.force();
    new CleanMarker(
            storeId, ShardPages.format(), logPosition, highestTicks, catalog.highestId(), fences)
        .write(files);
  }

  private FencesFile writeFences(Folder folder, int shard, ShardTree kept) throws IOException {
    var tree = kept.tree();
    kept.stop();
    tree.reclaim(Integer.MAX_VALUE);
    if (tree.hasRetired()) {
      throw new IllegalStateException("retired pages are still pinned shard=" + shard);
    }
    try (var fences = FencesWriter.create(folder, storeId, shard)) {
      Outline.of(
          tree.current(),
          (fence, begins, id, address) ->
              fences.leaf(new PersistedLeaf(fence, begins, kept.pages().describe(id, address))));
      for (var extent : kept.keep()) {
        fences.extent(extent);
      }
      return fences.finish();
    }
  }
}
