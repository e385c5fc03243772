package io.weir.engine.check;

import io.weir.engine.cleanshutdown.CleanMarker;
import io.weir.engine.cleanshutdown.FencesFile;
import io.weir.engine.cleanshutdown.FencesReader;
import io.weir.engine.cleanshutdown.FencesVisitor;
import io.weir.engine.cleanshutdown.FencesWriter;
import io.weir.engine.cleanshutdown.PersistedLeaf;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.page.extent.PersistedExtent;
import io.weir.engine.page.extent.PersistedPageFiles;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares each page of a clean shutdown with its checksum in the fences file, in key order.
 *
 * <p>The fences file is read twice: first to verify it and to find the page files, which stand at its end, then for
 * the pages.
 */
final class PageInspection {

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
   * Verifies the fences file and the pages of a shard.
   *
   * @throws io.weir.engine.cleanshutdown.CleanShutdownInvalid if the fences file has changed
   * @throws io.weir.engine.page.extent.PageFilesChanged if a page file was written to or is missing
   */
  void run(int shard, FencesFile file) throws IOException {
    var fences = FencesWriter.folder(folder);
    var contents = new Contents();
    FencesReader.read(fences, identity.id(), shard, file, contents);
    tally.begin(fences, Integer.toString(shard), file.bytes());
    tally.read(file.bytes());
    var directory = PageStoreOptions.directoryOf(path, shard);
    try (var files = PersistedPageFiles.open(directory, contents.extents)) {
      tally.begin(folder, path.relativize(directory).toString(), contents.pageBytes);
      FencesReader.read(fences, identity.id(), shard, file, new PageByPage(shard, files));
    }
  }

  /** Reports how the damage found can be repaired. */
  void reportAdvice() {
    if (damaged > 0) {
      tally.remark(
          "Snapshot and log still hold the entities of the damaged pages; the next start rebuilds"
              + " their shards from them while the others serve. Delete the file "
              + folder.locate(CleanMarker.FILE)
              + " to rebuild the whole store before it serves.");
    }
  }

  /** Collects the contents of a fences file. */
  private static final class Contents implements FencesVisitor {

    private final List<PersistedExtent> extents = new ArrayList<>();
    private long pageBytes;

    @Override
    public void leaf(PersistedLeaf leaf) {
      pageBytes += leaf.page().lengthBytes();
    }

    @Override
    public void extent(PersistedExtent extent) {
      extents.add(extent);
    }
  }

  private final class PageByPage implements FencesVisitor {

    private final int shard;
    private final PersistedPageFiles files;

    PageByPage(int shard, PersistedPageFiles files) {
      this.shard = shard;
      this.files = files;
    }

    @Override
    public void leaf(PersistedLeaf leaf) throws IOException {
      var page = leaf.page();
      if (!files.isSound(page)) {
        damaged++;
        tally.damaged(
            folder,
            path.relativize(files.fileOf(page)).toString(),
            page.fileOffset(),
            "pageChecksum shard=" + shard + " page=" + page.id() + " bytes=" + page.lengthBytes());
      }
      tally.read(page.lengthBytes());
    }

    @Override
    public void extent(PersistedExtent extent) {}
  }
}
