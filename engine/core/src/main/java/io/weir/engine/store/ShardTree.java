package io.weir.engine.store;

import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.page.PageStoreListener;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.shard.Shard;
import io.weir.engine.tree.VersionedTree;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard's tree and its page files, from before the shard serves until after it has stopped.
 *
 * <p>The tree has one writer at a time: the thread that fills it, the shard's loop from
 * {@link #serve} on, and the closing thread from {@link #stop} on. The tasks that start and stop
 * the shard order these hand-overs.
 */
final class ShardTree implements PageStoreListener {

  private static final Logger LOG = LoggerFactory.getLogger(ShardTree.class);

  private final Loop loop;
  private final Executor workThreads;
  private final ChroniclePageStore pages;
  private final VersionedTree tree;

  /** Written when the shard starts and stops; read by page files as they grow, on a work thread. */
  private volatile @Nullable Shard shard;

  /** Set before the shard serves; called by any thread that reads a page. */
  private Consumer<PageDamaged> damageListener = page -> {};

  /** Set before the shard serves; called by page files that cannot grow, on a work thread. */
  private Predicate<IOException> roomSource = cause -> false;

  /** Whether a failure was logged before the shard served. Used by the thread that fills it. */
  private boolean told;

  /** Opens a page store, either empty or with the pages of the last run. */
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

  /** Sets the listener that receives each damaged page. Called before the shard serves. */
  void whenDamaged(Consumer<PageDamaged> listener) {
    damageListener = listener;
  }

  /**
   * Sets the source of room when page files cannot grow while freed places wait for a checkpoint.
   * It returns whether it will make room or refuse the writes. Called before the shard serves.
   */
  void whenLackingRoom(Predicate<IOException> source) {
    roomSource = source;
  }

  /** Hands the tree over to the shard's loop. */
  void serve(Shard owner) {
    shard = owner;
  }

  /** Hands the tree over to the closing thread. The shard has stopped and no page is pinned. */
  void stop() {
    shard = null;
  }

  /** Releases the memory and leaves the page files, which a checkpoint may name. Blocks. */
  void leave() {
    stop();
    pages.leave();
  }

  /** Releases the memory and deletes the page files. Blocks. */
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
    if (owner == null) {
      tellOnce(cause);
    } else if (!(pages.limboBytes() + pages.pinnedBytes() > 0 && roomSource.test(cause))) {
      owner.growthFailed(cause);
    }
  }

  /** Logs why page files fail that no shard serves, most likely while a start fills them. */
  private void tellOnce(IOException cause) {
    if (!told) {
      told = true;
      LOG.warn(
          "page files that no shard serves yet cannot grow or be closed; a start applies changes in smaller groups then, and fails if there is no room for one",
          cause);
    }
  }

  @Override
  public void damaged(PageDamaged page) {
    damageListener.accept(page);
  }

  /**
   * Runs a growth task: on a work thread while the shard serves, before that on the filling thread,
   * which may block and needs the room.
   */
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
