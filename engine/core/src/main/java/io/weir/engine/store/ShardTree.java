package io.weir.engine.store;

import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PersistedExtent;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A shard's tree and its page files, from before the shard serves until after it stopped.
 *
 * <p>The writer is first the thread that fills the tree, then, from {@link #serve} on, the shard's loop, then, from {@link #stop}
 * on, the thread that closes it. The hand-overs are ordered by the tasks that start and stop the shard.
 */
final class ShardTree implements PageStoreListener {

  private final Loop loop;
  private final Executor workThreads;
  private final ChroniclePageStore pages;
  private final VersionedTree tree;

  /** Written when the shard starts and stops; read by page files as they grow, on a work thread. */
  private volatile @Nullable Shard shard;

  /** Set before the shard serves; called by any thread that reads a page. */
  private Consumer<PageDamaged> damageListener = page -> {};

  /** Opens a page store: empty, or with the pages of the run before. */
  @FunctionalInterface
  interface Pages {
    ChroniclePageStore open(Executor executor, PageStoreListener listener, BooleanSupplier owned)
        throws IOException;
  }

  ShardTree(Pages pages, Loop loop, Executor workThreads) throws IOException {
    this.loop = loop;
    this.workThreads = workThreads;
    this.pages = pages.open(this::execute, this, this::isOwned);
    this.tree = new VersionedTree(this.pages, this::isOwned);
  }

  VersionedTree tree() {
    return tree;
  }

  ChroniclePageStore pages() {
    return pages;
  }

  /** Before the shard serves: who is told that a page is damaged. */
  void whenDamaged(Consumer<PageDamaged> listener) {
    damageListener = listener;
  }

  /** From now on the shard's loop owns the tree. */
  void serve(Shard owner) {
    shard = owner;
  }

  /** From now on the closing thread owns the tree; the shard has stopped and nothing is pinned. */
  void stop() {
    shard = null;
  }

  /** Closes the page files and keeps them, forced. Blocks. */
  List<PersistedExtent> keep() throws IOException {
    return pages.keep();
  }

  /** Gives the page files back, but for those kept. Blocks. */
  void close() {
    stop();
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

  @Override
  public void damaged(PageDamaged page) {
    damageListener.accept(page);
  }

  /** While the tree is being filled its page files grow on the thread that fills it, which may block and would wait anyway. */
  private void execute(Runnable task) {
    if (shard == null) {
      task.run();
    } else {
      workThreads.execute(task);
    }
  }

  private boolean isOwned() {
    return shard == null || loop.isCurrent();
  }
}
