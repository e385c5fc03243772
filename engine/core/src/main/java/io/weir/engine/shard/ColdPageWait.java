package io.weir.engine.shard;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.loop.Loop;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.ColdLeaves;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.Tree;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wait of a shard for cold pages that its next commands need.
 *
 * <p>The shard takes no command meanwhile, so all commands stay in their order. It also asks for
 * the pages of the commands after the first one, each page once, and waits for all of them
 * together. When too many reads wait, it reads the pages of the next command itself. A shard that
 * is out of service begins no wait.
 *
 * <p>Owner: shard loop.
 */
final class ColdPageWait {

  /** Most pages that are asked for at once. */
  static final int MOST_PAGES = 256;

  /**
   * Leaves at which a slice of background work looks ahead. Other commands wait with it, so they
   * are few.
   */
  private static final int AHEAD = 16;

  /**
   * A command that has waited so often reads its pages itself: the budget of pages may be too small
   * for it.
   */
  private static final int MOST_WAITS = 64;

  private static final Logger LOG = LoggerFactory.getLogger(ColdPageWait.class);

  private final int shard;
  private final Loop loop;
  private final ServedTree served;
  private final Runnable goOn;

  /** Null in a shard that reads all pages itself. Set before the shard serves. */
  private @Nullable PageReads reads;

  /** Waits since a command was evaluated or a turn committed. */
  private int waits;

  private boolean on;

  /** Whether the next command reads its pages itself. */
  private boolean direct;

  /** @param goOn takes the shard's next turns */
  ColdPageWait(int shard, Loop loop, ServedTree served, Runnable goOn) {
    this.shard = shard;
    this.loop = loop;
    this.served = served;
    this.goOn = goOn;
  }

  void readBy(PageReads pageReads) {
    reads = pageReads;
  }

  /** Whether the shard waits and takes no command. */
  boolean isOn() {
    return on;
  }

  /** Whether the next access to a cold page gives up. Otherwise it waits for the disk. */
  boolean givesUp() {
    return reads != null && !direct && waits < MOST_WAITS;
  }

  /** Returns the private tree for the next command. */
  Tree tree() {
    var tree = served.tree().current();
    return givesUp() ? tree.residentOnly(shard) : tree;
  }

  /** Notes that a command was evaluated or a turn committed. */
  void progressed() {
    direct = false;
    waits = 0;
  }

  /** Waits for a page at which an access has given up, and for the cold leaves of some keys. */
  void await(ColdPage first, List<byte[]> keys) {
    var tree = served.tree().current();
    var pages = coldPages(tree, keys, tree.coldLeaf(first.key()), MOST_PAGES - 1);
    pages.add(0, first);
    start(pages);
  }

  /** Commits a turn to the private tree, and gives up at a cold page as {@link #givesUp} says. */
  void commit(Turn turn) {
    if (givesUp()) {
      turn.commitResidentTo(served.tree(), shard);
    } else {
      turn.commitTo(served.tree());
    }
    progressed();
  }

  /** Lets the next command read its pages itself. */
  void readDirectly() {
    direct = true;
  }

  /**
   * Has a page read, then runs a task on the loop. The shard takes commands meanwhile. Fails with
   * {@code ServerBusy} when too many reads wait; the task does not run then.
   */
  void read(ColdPage page, Runnable task) {
    readers().readAll(List.of(page), loop, () -> endThen(page, task));
  }

  private PageReads readers() {
    var by = reads;
    if (by == null) {
      throw new IllegalStateException("a shard that reads its pages itself waits for none");
    }
    return by;
  }

  /**
   * Has a page read for a command that is not in the shard's queue meanwhile, then runs a task on
   * the loop.
   */
  void readThen(ColdPage page, Runnable task) {
    try {
      read(page, task);
    } catch (ServiceBusyException e) {
      LOG.debug("a joint command is sent again before its page was read shard={}", shard, e);
      loop.execute(task);
    }
  }

  private void endThen(ColdPage page, Runnable task) {
    if (!served.isRefused()) {
      served.tree().current().markWarm(page.key());
    }
    task.run();
  }

  /** Commits to a tree of the shard, and gives up at a cold page as {@link #givesUp} says. */
  long commit(VersionedTree tree, WriteGroup group, List<ByteRange> ranges) {
    var version =
        givesUp() ? tree.commitResident(group, ranges, shard) : tree.commit(group, ranges);
    progressed();
    return version;
  }

  /** Waits for a page at which a commit has given up, unless the shard waits for other pages. */
  void awaitOne(ColdPage page) {
    if (!on) {
      await(page, List.of());
    }
  }

  /** Waits for a page at which a slice has given up, and for the cold leaves after it. */
  void awaitAhead(ColdPage first) {
    await(first, ColdLeaves.ahead(served.tree().current(), first.key(), true, AHEAD));
  }

  /**
   * Waits if the leaf of any of these keys is cold, or a leaf beside it, with which it may be
   * joined. Returns whether the shard waits.
   */
  boolean awaits(List<byte[]> keys) {
    if (givesUp() && !served.isRefused()) {
      var tree = served.tree().current();
      var all = new ArrayList<>(keys);
      for (var key : keys) {
        all.addAll(ColdLeaves.ahead(tree, key, true, 2));
        all.addAll(ColdLeaves.ahead(tree, key, false, 2));
      }
      var pages = coldPages(tree, all, Tree.NO_LEAF, MOST_PAGES);
      if (!pages.isEmpty()) {
        start(pages);
      }
    }
    return on;
  }

  /** Returns the cold leaves of some keys, each once and without one that is known. */
  private List<ColdPage> coldPages(Tree tree, List<byte[]> keys, long known, int most) {
    var leaves = new HashSet<Long>();
    leaves.add(known);
    leaves.add(Tree.NO_LEAF);
    var pages = new ArrayList<ColdPage>();
    for (var key : keys) {
      if (pages.size() < most && leaves.add(tree.coldLeaf(key))) {
        pages.add(new ColdPage(shard, key));
      }
    }
    return pages;
  }

  private void start(List<ColdPage> pages) {
    var by = readers();
    on = true;
    waits++;
    try {
      by.readAll(pages, loop, () -> end(pages));
    } catch (ServiceBusyException e) {
      LOG.debug("a shard reads cold pages itself shard={}", shard, e);
      direct = true;
      loop.execute(() -> end(List.of()));
    }
  }

  /**
   * Ends the wait. Marks the pages in the private tree as well: a commit may have copied the marks
   * of its nodes before the pages were read.
   */
  private void end(List<ColdPage> read) {
    if (!served.isRefused()) {
      read.forEach(page -> served.tree().current().markWarm(page.key()));
    }
    on = false;
    goOn.run();
  }
}
