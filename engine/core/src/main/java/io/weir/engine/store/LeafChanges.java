package io.weir.engine.store;

import io.weir.engine.checkpoint.PersistedLeaf;
import io.weir.engine.page.PageForm;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.store.LastCheckpoint.Known;
import io.weir.engine.tree.Outline;
import io.weir.engine.tree.TreeChanges;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a checkpoint adds to a shard's leaf directory, read from memory.
 *
 * @param leaves number of the shard's leaves in the checkpoint
 * @param added in key order when the shard is new to the directory
 * @param moved leaves of earlier checkpoints with another fence
 * @param removed ids of leaves of earlier checkpoints that are gone
 */
record LeafChanges(long leaves, List<PersistedLeaf> added, List<Moved> moved, List<Long> removed) {

  /** A leaf with another fence or on other levels. Callers must not write to the array. */
  static final class Moved {
    final byte[] fence;
    final int begins;
    final long id;

    Moved(byte[] fence, int begins, long id) {
      this.fence = fence;
      this.begins = begins;
      this.id = id;
    }
  }

  /**
   * Returns the changes since the last checkpoint, or all leaves when the shard is not in it. Reads
   * the pages that were added; the caller keeps them in memory.
   */
  static LeafChanges between(@Nullable Known known, Captured captured) throws IOException {
    if (known == null) {
      return all(captured);
    }
    var added = new ArrayList<PersistedLeaf>();
    var moved = new ArrayList<Moved>();
    var removed = new ArrayList<Long>();
    TreeChanges.between(known.tree(), captured.tree(), new TreeChanges.Visitor() {
      @Override
      public void removed(long id) {
        removed.add(id);
      }

      @Override
      public void moved(byte[] fence, int begins, long id) {
        moved.add(new Moved(fence, begins, id));
      }

      @Override
      public void added(byte[] fence, int begins, long id, long place) throws IOException {
        added.add(leaf(fence, begins, id, place));
      }
    });
    return new LeafChanges(known.leaves() + added.size() - removed.size(), added, moved, removed);
  }

  /**
   * Returns all leaves. A page that an earlier checkpoint has recorded is not read and keeps its
   * checksum, which shows whether the page has changed since.
   */
  private static LeafChanges all(Captured captured) throws IOException {
    var leaves = new ArrayList<PersistedLeaf>();
    Outline.of(captured.tree(), (fence, begins, id, place) -> {
      var recorded = captured.owner().pages().recorded(id);
      leaves.add(
          recorded == null
              ? leaf(fence, begins, id, place)
              : new PersistedLeaf(fence, begins, recorded));
    });
    return new LeafChanges(leaves.size(), leaves, List.of(), List.of());
  }

  /**
   * Describes a leaf. A page whose form shows that the memory is corrupt must not become part of a
   * checkpoint.
   */
  private static PersistedLeaf leaf(byte[] fence, int begins, long id, long place)
      throws IOException {
    if (!PageForm.isSound(place)) {
      throw new MalformedPage("a page is malformed page=" + id);
    }
    if (!PageForm.keysAscend(place, fence)) {
      throw new MalformedPage("the keys of a page do not ascend page=" + id);
    }
    return new PersistedLeaf(fence, begins, ChroniclePageStore.describe(id, place));
  }

  boolean isEmpty() {
    return added.isEmpty() && moved.isEmpty() && removed.isEmpty();
  }
}
