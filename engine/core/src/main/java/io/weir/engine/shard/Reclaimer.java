package io.weir.engine.shard;

import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.tree.VersionedTree;
import java.time.Duration;

/**
 * Frees the pages of a shard's tree that no version reaches any more, in slices between which the shard's other work goes on.
 *
 * <p>Shard loop. At most one task or timer of it is on its way at any time.
 */
final class Reclaimer {

  private static final int PAGES_A_SLICE = 64;

  /** When pages that a reader holds are looked at again. */
  private static final Duration PIN_RETRY = Duration.ofMillis(5);

  private final VersionedTree tree;
  private final Loop loop;

  /** Whether a task or a timer is on its way. */
  private boolean going;

  private boolean stopped;

  Reclaimer(VersionedTree tree, Loop loop) {
    this.tree = tree;
    this.loop = loop;
  }

  /**
   * Frees some pages now, and sees to it that the others are freed soon.
   *
   * <p>More are freed than the turns have just added, so that what waits stays bounded however busy the shard is; a reader's pin holds
   * up no more than was replaced while it was held.
   *
   * @param added pages that were retired since the last call
   */
  void reclaim(long added) {
    if (stopped || free(Math.toIntExact(added) + PAGES_A_SLICE) < 0) {
      return;
    }
    if (tree.hasRetired() && !going) {
      going = true;
      loop.execute(this::slice);
    }
  }

  /** Frees nothing more: page files of a store that is closed, or of a tree that will be replaced, are of no more use. */
  void stop() {
    stopped = true;
  }

  /** How many pages were freed; negative when one of them is damaged, so that the whole tree will be replaced. */
  private int free(int most) {
    try {
      return tree.reclaim(most);
    } catch (PageDamaged e) {
      stopped = true; // the store has been told
      return -1;
    }
  }

  private void slice() {
    assert loop.isCurrent();
    if (stopped) {
      return;
    }
    var freed = free(PAGES_A_SLICE);
    if (freed < 0) {
      return;
    }
    if (!tree.hasRetired()) {
      going = false;
    } else if (freed > 0) {
      loop.execute(this::slice);
    } else {
      loop.schedule(PIN_RETRY, this::slice); // a reader holds them
    }
  }
}
