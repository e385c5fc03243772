package io.weir.engine.offline;

import io.weir.engine.disk.TemporaryFolder;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A tree for each partition group, in page files of their own, which the end deletes. Blocks;
 * belongs to the thread that checks.
 */
final class ScratchTrees implements AutoCloseable {

  /** The filling thread itself makes the files, so it notices a failure by the lack of room. */
  private static final PageStoreListener NOBODY = new PageStoreListener() {
    @Override
    public void roomGrew() {}

    @Override
    public void failed(IOException cause) {}
  };

  private final TemporaryFolder scratch;
  private final List<ChroniclePageStore> pages = new ArrayList<>();
  private final List<VersionedTree> trees = new ArrayList<>();

  private ScratchTrees(TemporaryFolder scratch) {
    this.scratch = scratch;
  }

  /** Makes empty trees, in a new folder within a folder. */
  static ScratchTrees in(Path parent, int partitionGroups) throws IOException {
    var trees = new ScratchTrees(TemporaryFolder.in(parent, "weir-check-"));
    try {
      for (var group = 0; group < partitionGroups; group++) {
        trees.add(group);
      }
      return trees;
    } catch (IOException | RuntimeException e) {
      trees.closeAfter(e);
      throw e;
    }
  }

  private void add(int group) throws IOException {
    var options = PageStoreOptions.in(PageStoreOptions.directoryOf(scratch.path(), group));
    var files = ChroniclePageStore.open(options, Runnable::run, NOBODY, () -> true);
    pages.add(files);
    trees.add(new VersionedTree(files, () -> true));
  }

  VersionedTree of(int group) {
    return trees.get(group);
  }

  private void closeAfter(Exception failure) {
    try {
      close();
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void close() throws IOException {
    pages.forEach(ChroniclePageStore::close);
    scratch.close();
  }
}
