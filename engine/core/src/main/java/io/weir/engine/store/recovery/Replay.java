package io.weir.engine.store.recovery;

import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.Mutation;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies recovered changes to a shard's tree in groups, as turns do.
 *
 * <p>Changes are gathered first, and then applied in the order of their keys, some at a time. A
 * leaf is therefore written once for all gathered changes of its entries, and the pages that a
 * group has replaced are free before the next group needs pages. While the disk is full, groups are
 * as small as the room requires.
 *
 * <p>Owner: the recovering thread, before the shard starts. Never a loop, because it waits for page
 * files to grow.
 */
final class Replay {

  private static final Logger LOG = LoggerFactory.getLogger(Replay.class);
  private static final byte[] FIRST_KEY = {};
  private static final int GROUP_CHANGES = 4096;
  private static final int GROUP_BYTES = 1 << 20;
  private static final long RETRY_NANOS = 1_000_000;

  /** Page files that have not grown in this time may be on a full disk. */
  private static final long GROWTH_NANOS = 100_000_000;

  private static final long LONGEST_RETRY_NANOS = 100_000_000;
  private static final long GIVE_UP_NANOS = 60_000_000_000L;

  private final VersionedTree tree;
  private final long mostBytes;

  /** The changes that are not applied; the last change of a key counts. */
  private final WriteGroup gathered = new WriteGroup();

  /** The next of them. */
  private final WriteGroup group = new WriteGroup();

  /** Changes in a group. Less than usual after page files had no room for a group. */
  private int mostChanges = GROUP_CHANGES;

  /** @param mostBytes changes are applied when their keys and values take so many bytes */
  Replay(VersionedTree tree, long mostBytes) {
    this.tree = tree;
    this.mostBytes = mostBytes;
  }

  /** Stores a form under a key. */
  void put(byte[] key, byte[] stored) {
    gathered.put(key, stored);
    applyWhenFull();
  }

  /** Removes a key. */
  void remove(byte[] key) {
    gathered.remove(key);
    applyWhenFull();
  }

  /** Removes all keys from {@code from}, inclusive, to {@code to}, exclusive. */
  void removeRange(byte[] from, byte[] to) {
    finish();
    awaitRoom(() -> tree.hasRoomToRemove(1));
    tree.publish(tree.removeRanges(List.of(new ByteRange(from, to))));
    tree.reclaim(Integer.MAX_VALUE);
  }

  private void applyWhenFull() {
    if (gathered.bytes() >= mostBytes) {
      finish();
    }
  }

  /** Commits and publishes the changes that are still gathered. */
  void finish() {
    for (var next = gathered.from(FIRST_KEY); next.hasNext(); ) {
      add(next.next());
      if (!next.hasNext() || group.bytes() >= GROUP_BYTES || group.size() >= mostChanges) {
        commit();
      }
    }
    gathered.clear();
  }

  private void add(Mutation change) {
    var value = change.value();
    if (value == null) {
      group.remove(change.key());
    } else {
      group.put(change.key(), value);
    }
  }

  private void commit() {
    if (!hasRoomSoon()) {
      if (group.size() > 1) {
        commitHalves();
        return;
      }
      awaitRoom(() -> tree.hasRoomFor(group));
    }
    bringIn();
    tree.publish(tree.commit(group));
    tree.reclaim(Integer.MAX_VALUE);
    group.clear();
    mostChanges = Math.min(GROUP_CHANGES, 2 * mostChanges);
  }

  /** Waits for page files that grow as usual, unless they have just not grown in time. */
  private boolean hasRoomSoon() {
    var later = System.nanoTime() + (mostChanges == GROUP_CHANGES ? GROWTH_NANOS : 0);
    while (!tree.hasRoomFor(group)) {
      if (System.nanoTime() - later >= 0) {
        return false;
      }
      LockSupport.parkNanos(this, RETRY_NANOS);
    }
    return true;
  }

  /**
   * Commits a group for which page files have no room in two parts. A smaller group needs less room
   * at once, and what the first part replaces is free for the second one.
   */
  private void commitHalves() {
    var changes = new ArrayList<Mutation>();
    group.from(FIRST_KEY).forEachRemaining(changes::add);
    var half = changes.size() / 2;
    mostChanges = half;
    group.clear();
    changes.subList(0, half).forEach(this::add);
    commit();
    changes.subList(half, changes.size()).forEach(this::add);
    commit();
  }

  /** Reads cold pages by their places, because each page fault would read much around its page. */
  private void bringIn() {
    try {
      tree.bringIn(group);
    } catch (IOException e) {
      LOG.debug("a page could not be read; the commit meets it again", e);
    }
  }

  private void awaitRoom(BooleanSupplier hasRoom) {
    var giveUp = System.nanoTime() + GIVE_UP_NANOS;
    var rest = RETRY_NANOS;
    while (!hasRoom.getAsBoolean()) {
      if (System.nanoTime() - giveUp >= 0) {
        throw new UncheckedIOException(
            new IOException("the page files do not grow; check that the disk is not full"));
      }
      LockSupport.parkNanos(this, rest);
      rest = Math.min(2 * rest, LONGEST_RETRY_NANOS); // each look may write to a full disk
    }
  }
}
