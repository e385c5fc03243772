package io.weir.engine.tree;

import io.weir.engine.page.PageStore;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The versions of one shard's tree: written by one thread, read by all.
 *
 * <p>{@link #pin}: any thread. Everything else runs on the writer's thread, which also owns the
 * page store.
 *
 * <p>A committed version is <em>private</em>: only the writer sees it ({@link #current}). When it
 * is durable it is <em>published</em>, and readers see it from then on; or it is <em>rolled
 * back</em>. The pages that a version retired are freed when it is published and no reader holds an
 * older one. The pages that it allocated are freed if it is rolled back.
 *
 * <p>{@link #commit(WriteGroup)} and {@link #removeRanges} fail with
 * {@link io.weir.engine.page.PagesExhausted} and leave the tree unchanged. A writer avoids that by
 * {@link #hasRoomFor(WriteGroup)} and {@link #hasRoomToRemove}.
 */
public final class VersionedTree {

  /** A write replaces a leaf, and may split it in three. */
  private static final long PAGES_PER_WRITE = 3;

  /** A removal rewrites the rest of two leaves, and joins at most two at each level. */
  private static final long PAGES_PER_REMOVAL = 8;

  /**
   * Most pages reserved for groups that store nothing, so that a tree on a full disk can still be
   * emptied: a removal writes pages before any are freed.
   */
  private static final long MAX_PAGES_FOR_REMOVALS = 64;

  /**
   * A smaller tree reserves one page for removals for every so many of its pages, in addition to
   * {@link #MIN_PAGES_FOR_REMOVALS}.
   */
  private static final long PAGES_PER_REMOVAL_PAGE = 64;

  private static final long MIN_PAGES_FOR_REMOVALS = 8;

  private static final long PAGES_PER_SMALL_GROUP = 32;

  /** More than the bytes that a page takes in addition to one key and one value. */
  private static final int LARGE_PAGE_MARGIN_BYTES = 64;

  private final PageStore store;
  private final TreeShape shape;
  private final BooleanSupplier owned;
  private final LeafPlans plans = new LeafPlans();
  private final Epochs epochs;

  /** Committed, not published; oldest first. */
  private final ArrayDeque<PendingVersion> pending = new ArrayDeque<>();

  /** Pages of published versions that readers may still see; oldest first. */
  private final ArrayDeque<RetiredVersion> retired = new ArrayDeque<>();

  // One writer, with release; read for gauges, with acquire. Nothing depends on them.
  private final AtomicLong retiredPages = new AtomicLong();
  private final AtomicLong retiredSubtrees = new AtomicLong();

  private Tree current;
  private long lastVersion;

  /** Kept so that no compiler leaves the reads out. */
  @SuppressWarnings("unused")
  private int lookedAhead;

  /** The bytes of large pages that the last refused group needed. */
  private long largeBytesMissed;

  private record PendingVersion(Tree tree, CommitPages pages) {}

  private record RetiredVersion(long version, RetiredPages pages) {}

  /**
   * Creates an empty tree, published as version 0.
   *
   * @param owned returns whether the calling thread is the writer's; called by assertions only
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

  /** Begins the tree with entries in key order. Must precede every other operation. */
  public BulkLoad bulkLoad() {
    assert owned.getAsBoolean() : "not the writer's thread";
    return new BulkLoad(this);
  }

  /**
   * Begins with a tree whose pages are in the store already, in place of the empty one. Must
   * precede every other operation.
   */
  public void begin(Tree first) {
    assert owned.getAsBoolean() : "not the writer's thread";
    if (lastVersion > 0 || !current.isEmpty() || first.version() != 0) {
      throw new IllegalStateException("the tree has begun already version=" + lastVersion);
    }
    current = first;
    epochs.publish(first);
  }

  /** Pins the published version until the same thread closes the pin. Any thread; never waits. */
  public Pin pin() {
    return epochs.pin();
  }

  /** Returns the latest committed version, durable or not. */
  public Tree current() {
    assert owned.getAsBoolean() : "not the writer's thread";
    return current;
  }

  /** Returns the latest version that readers see. */
  public Tree published() {
    return epochs.published();
  }

  /**
   * Returns whether a group can be committed now. If not, the store has begun to make room. An
   * upper estimate, except in rare cases in which {@link #commit} still finds no page. If room is
   * scarce, it counts the leaves that the group replaces.
   */
  public boolean hasRoomFor(WriteGroup group) {
    return hasRoomFor(group, 0);
  }

  /**
   * Returns whether a group can be committed now together with the removal of so many ranges, as
   * the other methods do.
   */
  public boolean hasRoomFor(WriteGroup group, int ranges) {
    assert owned.getAsBoolean() : "not the writer's thread";
    return group.isEmpty() ? hasRoomToRemove(ranges) : hasRoom(group, PAGES_PER_REMOVAL * ranges);
  }

  private boolean hasRoom(WriteGroup group, long more) {
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
    long most = PAGES_PER_WRITE * group.size() + split;
    long leaves = most <= store.freeLeafPages() ? most : Math.min(most, leavesOf(group) + split);
    boolean room = store.hasRoom(leaves + more, largeBytes);
    largeBytesMissed = room ? 0 : largeBytes;
    return room;
  }

  /**
   * Returns the number of leaves that a group replaces. A leaf may split although it gains little.
   */
  private long leavesOf(WriteGroup group) {
    long leaves = TouchedLeaves.count(current, group.sorted());
    return leaves + leaves / 4 + PAGES_PER_WRITE;
  }

  private long pagesForRemovals() {
    return Math.min(
        MAX_PAGES_FOR_REMOVALS,
        MIN_PAGES_FOR_REMOVALS + store.stats().pages() / PAGES_PER_REMOVAL_PAGE);
  }

  /**
   * Applies a group of writes to the latest version.
   *
   * @return the number of the new version, which is private
   */
  public long commit(WriteGroup group) {
    return commit(group, List.of());
  }

  /**
   * Applies a group of writes to the latest version and removes the entries of some ranges, all in
   * one version.
   *
   * @param ranges without the keys of the group
   * @return the number of the new version, which is private
   */
  public long commit(WriteGroup group, List<ByteRange> ranges) {
    return commit(group, ranges, Tree.WAITS);
  }

  /**
   * Does the same for a writer that must not wait for the disk. If a leaf of one of the keys is
   * cold, or a neighbour that may be joined with such a leaf, it throws {@link ColdPage} and the
   * tree is unchanged.
   *
   * @param shard whose tree this is
   */
  public long commitResident(WriteGroup group, List<ByteRange> ranges, int shard) {
    return commit(group, ranges, shard);
  }

  private long commit(WriteGroup group, List<ByteRange> ranges, int residentOf) {
    assert owned.getAsBoolean() : "not the writer's thread";
    Mutation[] writes = group.sorted().toArray(new Mutation[0]);
    lookedAhead = LookAhead.over(
        residentOf == Tree.WAITS ? current : current.residentOnly(residentOf), writes);
    return commit(writes.length, residentOf, (writer, version) -> {
      Tree tree = writer.apply(current, writes, version);
      for (ByteRange range : ranges) {
        tree = writer.removeRange(tree, range.from(), range.to(), version);
      }
      return tree;
    });
  }

  /** Reads the cold leaves that a group will change. Blocks; belongs to a writer that may. */
  public void bringIn(WriteGroup group) throws IOException {
    assert owned.getAsBoolean() : "not the writer's thread";
    for (Mutation write : group.sorted()) {
      current.bringIn(write.key(), store::read);
    }
  }

  /**
   * Returns whether so many ranges can be removed now. If not, the store has begun to make room. An
   * upper estimate, as for {@link #hasRoomFor}.
   */
  public boolean hasRoomToRemove(int ranges) {
    assert owned.getAsBoolean() : "not the writer's thread";
    return store.hasRoom(PAGES_PER_REMOVAL * ranges, 0);
  }

  /**
   * Returns whether there is room again for a small group like the last refused one. If not, the
   * store has begun to make room.
   */
  public boolean hasRoomAgain() {
    assert owned.getAsBoolean() : "not the writer's thread";
    return store.hasRoom(2 * pagesForRemovals() + PAGES_PER_SMALL_GROUP, largeBytesMissed);
  }

  /**
   * Removes the entries of some ranges, all in one version.
   *
   * <p>Takes time for the depth of the tree, not for the number of entries in the ranges: inner
   * pages are unlinked, and {@link #reclaim} frees them slice by slice.
   *
   * @return the number of the new version, which is private
   */
  public long removeRanges(List<ByteRange> ranges) {
    return commit(new WriteGroup(), ranges);
  }

  /**
   * Writes some leaves of the latest version again. The entries stay as they are, and cold leaves
   * stay cold. Throws {@link ColdPage} if a cold leaf beside them may be joined; the tree is
   * unchanged then.
   *
   * @return the number of the new version, which is private
   */
  long rewrite(LeafGroup group) {
    assert owned.getAsBoolean() : "not the writer's thread";
    long version = commit(group.size(), 0, (writer, next) -> writer.rewrite(current, group, next));
    group.coldKeys().forEach(current::markCold);
    return version;
  }

  private interface Edit {
    Tree apply(TreeWriter writer, long version);
  }

  private long commit(int writes, int residentOf, Edit edit) {
    var pages = new CommitPages(store, writes);
    boolean done = false;
    try {
      Tree next = edit.apply(new TreeWriter(shape, pages, plans, residentOf), lastVersion + 1);
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

  /** Returns whether any reader holds a version. Any thread; a momentary value. */
  public boolean isPinned() {
    return epochs.oldestPinned() != Pin.FREE;
  }

  /** Returns a committed version that is not published. */
  public Tree committed(long version) {
    assert owned.getAsBoolean() : "not the writer's thread";
    for (PendingVersion next : pending) {
      if (next.tree().version() == version) {
        return next.tree();
      }
    }
    throw new IllegalArgumentException("the version is not committed version=" + version);
  }

  /**
   * Shows a committed version to readers before the writer publishes it. Any thread, on behalf of
   * the writer: the writer publishes nothing until it publishes this version, and does not roll it
   * back.
   */
  public void show(Tree committed) {
    epochs.publish(committed);
  }

  /** Publishes a version and all before it. The version must be committed and not rolled back. */
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
   * Goes back to a published or committed version and discards the versions after it, which must
   * not be published. Numbers of discarded versions are not reused.
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
   * Frees at most {@code maxPages} pages that no reader can see any more.
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
      try {
        freed += pages.free(store, maxPages - freed);
      } finally {
        countRetired(pages.pages(), pages.subtrees());
      }
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

  /** Returns whether pages of published versions wait to be freed. */
  public boolean hasRetired() {
    assert owned.getAsBoolean() : "not the writer's thread";
    return !retired.isEmpty();
  }

  /**
   * Returns the number of single pages of published versions that wait to be freed;
   * {@link #retiredSubtrees} counts the others. Any thread; a momentary value.
   */
  public long retiredPages() {
    return retiredPages.getAcquire();
  }

  /**
   * Returns the number of cut-off runs of subtrees that wait to be freed; their pages are not
   * counted. Any thread; a momentary value.
   */
  public long retiredSubtrees() {
    return retiredSubtrees.getAcquire();
  }

  /** Returns the store of the pages. */
  public PageStore pages() {
    return store;
  }

  TreeShape shape() {
    return shape;
  }

  PageStore store() {
    return store;
  }

  /** Returns the pages that no longer belong to the current version and are not freed yet. */
  List<RetiredPages> unreached() {
    var unreached = new ArrayList<RetiredPages>();
    retired.forEach(version -> unreached.add(version.pages()));
    pending.forEach(version -> unreached.add(version.pages().retired()));
    return unreached;
  }
}
