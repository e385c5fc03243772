package io.weir.engine.tree;

import io.weir.engine.page.PageStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The versions of one shard's tree: written by one thread, read by all.
 *
 * <p>{@link #pin}: any thread. Everything else runs on the writer's thread, which is the owner of
 * the page store too.
 *
 * <p>A version is <em>private</em> when it is committed, and seen by the writer only
 * ({@link #current}); it is <em>published</em> when it is durable, and seen by readers from then
 * on; or it is <em>rolled back</em>. What a version retired is freed when it is published and no
 * reader holds an older one; what it allocated is freed when it is rolled back.
 *
 * <p>Fails with {@link io.weir.engine.page.PagesExhausted} from {@link #commit} and
 * {@link #removeRanges}; the tree is as before then. A writer avoids that by {@link #hasRoomFor}
 * and {@link #hasRoomToRemove}.
 */
public final class VersionedTree {

  /** A write replaces a leaf, and may split it in three. */
  private static final long PAGES_A_WRITE = 3;

  /** A removal writes what is left of two leaves, and joins two at each level at most. */
  private static final long PAGES_A_REMOVAL = 8;

  /**
   * Pages that only groups which store nothing may take, at most, so that a tree whose disk is full can
   * still be emptied: a removal writes pages, too, before any comes back.
   */
  private static final long PAGES_FOR_REMOVALS = 64;

  /** The part of its pages that a smaller tree keeps for removals, and pages that any tree does. */
  private static final long PART_FOR_REMOVALS = 64;

  private static final long LEAST_FOR_REMOVALS = 8;

  private static final long PAGES_A_SMALL_GROUP = 32;

  /** More than a page takes beside one key and one value. */
  private static final int LARGE_PAGE_MARGIN_BYTES = 64;

  private final PageStore store;
  private final TreeShape shape;
  private final BooleanSupplier owned;
  private final LeafPlans plans = new LeafPlans();
  private final Epochs epochs;

  /** Committed, not published; oldest first. */
  private final ArrayDeque<PendingVersion> pending = new ArrayDeque<>();

  /** Pages of published versions that wait for readers; oldest first. */
  private final ArrayDeque<RetiredVersion> retired = new ArrayDeque<>();

  // One writer, with release; read for gauges, with acquire. Nothing depends on them.
  private final AtomicLong retiredPages = new AtomicLong();
  private final AtomicLong retiredSubtrees = new AtomicLong();

  private Tree current;
  private long lastVersion;

  /** What the last group that found no room wanted in large pages. */
  private long largeBytesMissed;

  private record PendingVersion(Tree tree, CommitPages pages) {}

  private record RetiredVersion(long version, RetiredPages pages) {}

  /**
   * Begins with an empty tree, published as version 0.
   *
   * @param owned tells whether the calling thread is the writer's; asked by assertions only
   */
  public VersionedTree(PageStore store, BooleanSupplier owned) {
    this(store, new TreeShape(store.pageBytes(), TreeShape.DEFAULT_FANOUT), owned);
  }

  VersionedTree(PageStore store, TreeShape shape, BooleanSupplier owned) {
    this.store = store;
    this.shape = shape;
    this.owned = owned;
    this.current = Tree.empty();
    this.epochs = new Epochs(current);
  }

  /** Begins with entries that come in key order; before anything else is done. */
  public BulkLoad bulkLoad() {
    assert owned.getAsBoolean() : "not the writer's thread";
    return new BulkLoad(this);
  }

  /**
   * Begins with a tree whose pages are in the store already, in place of the empty one; before
   * anything else is done.
   */
  public void begin(Tree first) {
    assert owned.getAsBoolean() : "not the writer's thread";
    if (lastVersion > 0 || !current.isEmpty() || first.version() != 0) {
      throw new IllegalStateException("the tree has begun already version=" + lastVersion);
    }
    current = first;
    epochs.publish(first);
  }

  /**
   * Holds the published version until the pin is closed, which the same thread does. Any thread;
   * never waits.
   */
  public Pin pin() {
    return epochs.pin();
  }

  /** The latest version committed, durable or not. */
  public Tree current() {
    assert owned.getAsBoolean() : "not the writer's thread";
    return current;
  }

  /** The latest version that readers see. */
  public Tree published() {
    return epochs.published();
  }

  /**
   * Whether a group can be committed now; when not, the store has begun to make room. An estimate
   * from above, but for rare cases in which {@link #commit} still finds no page. Where there is not
   * plenty of room, it counts the leaves that the group replaces.
   */
  public boolean hasRoomFor(WriteGroup group) {
    assert owned.getAsBoolean() : "not the writer's thread";
    long largeBytes = 0;
    long otherBytes = 0;
    boolean stores = false;
    for (Mutation mutation : group.sorted()) {
      byte[] value = mutation.value();
      stores |= value != null;
      long bytes = mutation.key().length + (value == null ? 0L : value.length);
      if (bytes + LARGE_PAGE_MARGIN_BYTES > shape.pageBytes()) {
        largeBytes += bytes + LARGE_PAGE_MARGIN_BYTES;
      } else {
        otherBytes += bytes;
      }
    }
    long split = 2 * otherBytes / shape.pageBytes() + (stores ? pagesForRemovals() : 0);
    long most = PAGES_A_WRITE * group.size() + split;
    long leaves = most <= store.freeLeafPages() ? most : Math.min(most, leavesOf(group) + split);
    boolean room = store.hasRoom(leaves, largeBytes);
    largeBytesMissed = room ? 0 : largeBytes;
    return room;
  }

  /** Leaves that a group replaces, some of which it may split although they get little. */
  private long leavesOf(WriteGroup group) {
    long leaves = TouchedLeaves.count(current, group.sorted());
    return leaves + leaves / 4 + PAGES_A_WRITE;
  }

  private long pagesForRemovals() {
    return Math.min(
        PAGES_FOR_REMOVALS, LEAST_FOR_REMOVALS + store.stats().pages() / PART_FOR_REMOVALS);
  }

  /**
   * Applies a group of writes to the latest version.
   *
   * @return the number of the new version, which is private
   */
  public long commit(WriteGroup group) {
    assert owned.getAsBoolean() : "not the writer's thread";
    Mutation[] writes = group.sorted().toArray(new Mutation[0]);
    return commit((writer, version) -> writer.apply(current, writes, version));
  }

  /**
   * Whether so many ranges can be removed now; when not, the store has begun to make room. An
   * estimate from above, as {@link #hasRoomFor}.
   */
  public boolean hasRoomToRemove(int ranges) {
    assert owned.getAsBoolean() : "not the writer's thread";
    return store.hasRoom(PAGES_A_REMOVAL * ranges, 0);
  }

  /**
   * Whether there is room again for a small group like the last that found none; when not, the store has
   * begun to make some.
   */
  public boolean hasRoomAgain() {
    assert owned.getAsBoolean() : "not the writer's thread";
    return store.hasRoom(2 * pagesForRemovals() + PAGES_A_SMALL_GROUP, largeBytesMissed);
  }

  /**
   * Removes the entries of some ranges, all in one version.
   *
   * <p>Takes time for the depth of the tree, not for what is in the ranges: their inner pages are
   * unlinked, to be freed by {@link #reclaim} slice by slice.
   *
   * @return the number of the new version, which is private
   */
  public long removeRanges(List<ByteRange> ranges) {
    assert owned.getAsBoolean() : "not the writer's thread";
    return commit((writer, version) -> {
      Tree tree = current.withVersion(version);
      for (ByteRange range : ranges) {
        tree = writer.removeRange(tree, range.from(), range.to(), version);
      }
      return tree;
    });
  }

  private interface Edit {
    Tree apply(TreeWriter writer, long version);
  }

  private long commit(Edit edit) {
    var pages = new CommitPages(store);
    boolean done = false;
    try {
      Tree next = edit.apply(new TreeWriter(shape, pages, plans), lastVersion + 1);
      pending.addLast(new PendingVersion(next, pages));
      current = next;
      lastVersion++;
      done = true;
      return lastVersion;
    } finally {
      if (!done) {
        pages.undo();
      }
    }
  }

  /** Whether any reader holds a version. Any thread; a moment's view. */
  public boolean isPinned() {
    return epochs.oldestPinned() != Pin.FREE;
  }

  /** Shows readers a version and all before it; it must have been committed and not rolled back. */
  public void publish(long version) {
    assert owned.getAsBoolean() : "not the writer's thread";
    Tree latest = null;
    while (!pending.isEmpty() && pending.getFirst().tree().version() <= version) {
      PendingVersion next = pending.removeFirst();
      latest = next.tree();
      RetiredPages pages = next.pages().retired();
      if (!pages.isEmpty()) {
        retired.addLast(new RetiredVersion(latest.version(), pages));
        countRetired(pages.pages(), pages.subtrees());
      }
    }
    if (latest != null) {
      epochs.publish(latest);
    }
  }

  /**
   * Goes back to a version, which must be published or committed, and forgets those after it, which
   * must not be published. Numbers of forgotten versions are not used again.
   */
  public void rollbackTo(long version) {
    assert owned.getAsBoolean() : "not the writer's thread";
    if (version < published().version()) {
      throw new IllegalArgumentException(
          "the version is published version=" + published().version());
    }
    while (!pending.isEmpty() && pending.getLast().tree().version() > version) {
      pending.removeLast().pages().undo();
    }
    current = pending.isEmpty() ? published() : pending.getLast().tree();
  }

  /**
   * Frees pages that no reader can see any more, at most so many.
   *
   * @return how many were freed
   */
  public int reclaim(int maxPages) {
    assert owned.getAsBoolean() : "not the writer's thread";
    if (retired.isEmpty()) {
      return 0;
    }
    long oldest = epochs.oldestPinned();
    int freed = 0;
    Iterator<RetiredVersion> next = retired.iterator();
    while (freed < maxPages && next.hasNext()) {
      RetiredVersion version = next.next();
      if (version.version() > oldest) {
        break;
      }
      RetiredPages pages = version.pages();
      countRetired(-pages.pages(), -pages.subtrees());
      freed += pages.free(store, maxPages - freed);
      countRetired(pages.pages(), pages.subtrees());
      if (pages.isEmpty()) {
        next.remove();
      }
    }
    return freed;
  }

  private void countRetired(int pages, int subtrees) {
    retiredPages.setRelease(retiredPages.getPlain() + pages);
    retiredSubtrees.setRelease(retiredSubtrees.getPlain() + subtrees);
  }

  /** Whether pages of published versions wait to be freed. */
  public boolean hasRetired() {
    assert owned.getAsBoolean() : "not the writer's thread";
    return !retired.isEmpty();
  }

  /**
   * Pages of published versions that wait to be freed, but for those below
   * {@link #retiredSubtrees}. Any thread; a moment's view.
   */
  public long retiredPages() {
    return retiredPages.getAcquire();
  }

  /**
   * Runs of pages that were cut off as wholes and wait to be freed; nobody has counted what is in
   * them. Any thread; a moment's view.
   */
  public long retiredSubtrees() {
    return retiredSubtrees.getAcquire();
  }

  TreeShape shape() {
    return shape;
  }

  PageStore store() {
    return store;
  }

  /** Pages that no longer belong to the current version and are not freed yet. */
  List<RetiredPages> unreached() {
    var unreached = new ArrayList<RetiredPages>();
    retired.forEach(version -> unreached.add(version.pages()));
    pending.forEach(version -> unreached.add(version.pages().retired()));
    return unreached;
  }
}
