package io.weir.engine.shard;

import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.tree.VersionedTree;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees the pages of a shard's tree that no version reaches any more. It works in slices, and the
 * shard's other work runs between them.
 *
 * <p>deliberate: this is not a walk of {@link io.weir.engine.walk}. The pages of this shard's turns
 * are freed at the pace of the turns, so the work waits neither for other background work nor for
 * the mailbox. It changes no entry, so nothing is logged, answered or refused, and it ends with the
 * tree and not with the store.
 *
 * <p>Owner: shard loop. At most one task or timer of it is scheduled at any time.
 */
final class Reclaimer {

  private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);
  private static final int PAGES_A_SLICE = 64;

  /** The pause before the next attempt when a reader pins the pages. */
  private static final Duration PIN_RETRY = Duration.ofMillis(5);

  private final VersionedTree tree;
  private final Loop loop;

  /** Whether a task or a timer is scheduled. */
  private boolean scheduled;

  private boolean stopped;

  /** Frees nothing yet. */
  Reclaimer(VersionedTree tree, Loop loop) {
    this.tree = tree;
    this.loop = loop;
  }

  /**
   * Frees some pages now and schedules the others.
   *
   * <p>A call frees more pages than the turns have retired since the last call. The number of
   * retired pages therefore stays bounded however busy the shard is. A reader's pin delays only the
   * pages that were replaced while the pin was held.
   *
   * @param added number of pages retired since the last call
   */
  void reclaim(long added) {
    if (stopped) {
      return;
    }
    var unused = free(Math.toIntExact(added) + PAGES_A_SLICE);
    if (tree.hasRetired() && !scheduled) {
      scheduled = true;
      loop.execute(this::slice);
    }
  }

  /** Stops freeing pages, because the store closes or another tree will replace this one. */
  void stop() {
    stopped = true;
  }

  /**
   * Frees pages and returns their number. Pages next to a damaged one are not freed before the next
   * start.
   */
  private int free(int most) {
    try {
      return tree.reclaim(most);
    } catch (PageDamaged e) {
      LOG.debug("pages are not freed because one of them is damaged", e);
      return 0; // the read has reported the page to the store
    }
  }

  private void slice() {
    assert loop.isCurrent();
    if (stopped) {
      return;
    }
    var freed = free(PAGES_A_SLICE);
    if (!tree.hasRetired()) {
      scheduled = false;
    } else if (freed > 0) {
      loop.execute(this::slice);
    } else {
      loop.schedule(PIN_RETRY, this::slice); // a reader pins them
    }
  }
}
