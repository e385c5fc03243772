package io.weir.engine.store;

import io.weir.engine.disk.DiskSpace;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.ChroniclePageStore;
import io.weir.engine.page.PageStore;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.PageStoreOptions;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A shard's tree and its page files, from before the shard serves until after it stopped.
 *
 * <p>The writer is first the thread that opens the store, then, from {@link #serve} on, the shard's loop, then, from {@link #close}
 * on, the thread that closes it. The hand-overs are ordered by the tasks that start and stop the shard.
 */
final class ShardTree implements PageStoreListener {

  private final Loop loop;
  private final PageStore pages;
  private final VersionedTree tree;

  /** Written when the shard starts and stops; read by page files as they grow, on a work thread. */
  private volatile @Nullable Shard shard;

  ShardTree(Path folder, DiskSpace space, Loop loop, Executor workThreads) throws IOException {
    this.loop = loop;
    this.pages = ChroniclePageStore.open(
        PageStoreOptions.in(folder).withSpace(space), workThreads, this, this::isOwned);
    this.tree = new VersionedTree(pages, this::isOwned);
  }

  VersionedTree tree() {
    return tree;
  }

  PageStore pages() {
    return pages;
  }

  /** From now on the shard's loop owns the tree. */
  void serve(Shard owner) {
    shard = owner;
  }

  /** Gives the page files back; the shard has stopped and nothing is pinned. Blocks. */
  void close() {
    shard = null;
    pages.close();
  }

  @Override
  public void roomGrew() {
    var owner = shard;
    if (owner != null) {
      owner.roomGrew();
    }
  }

  @Override
  public void failed(IOException cause) {
    var owner = shard;
    if (owner != null) {
      owner.growthFailed(cause);
    }
  }

  private boolean isOwned() {
    return shard == null || loop.isCurrent();
  }
}
