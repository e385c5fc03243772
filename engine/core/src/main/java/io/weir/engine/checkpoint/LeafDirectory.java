package io.weir.engine.checkpoint;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The leaves of a shard in a checkpoint: a base and the increments after it, read as one.
 *
 * <p>Owner: one thread that may block. Holds the changes of the increments in memory, which are at
 * most half as long as the base, and streams the base.
 *
 * <p>The leaves that an increment does not name stay in the order of the base, whatever their
 * fences are now. New leaves are merged with them by their fences.
 */
public final class LeafDirectory implements PartReader.Visitor {

  /** Receives the leaves in key order. */
  @FunctionalInterface
  public interface Visitor {
    void leaf(PersistedLeaf leaf) throws IOException;
  }

  /** Where a leaf has moved. */
  private static final class Place {
    private final byte[] fence;
    private final int begins;

    Place(byte[] fence, int begins) {
      this.fence = fence;
      this.begins = begins;
    }
  }

  private final String what;
  private final Visitor visitor;

  /** By page id: the leaf that an increment added; null for a leaf that it removed. */
  private final Map<Long, @Nullable PersistedLeaf> changed = new HashMap<>();

  /** By page id: the places of leaves of the base that have moved. */
  private final Map<Long, Place> moved = new HashMap<>();

  private IdFilter named = IdFilter.of(List.of(), 0);
  private List<PersistedLeaf> added = List.of();
  private int nextAdded;
  private long shown;
  private byte @Nullable [] last;

  private LeafDirectory(String what, Visitor visitor) {
    this.what = what;
    this.visitor = visitor;
  }

  /**
   * Shows the leaves of a shard in key order. They are void if reading fails.
   *
   * @param folder the folder of the checkpoints' files
   * @throws CheckpointInvalid if a part is missing or damaged
   */
  public static void read(
      Folder folder, UUID storeId, int shard, List<DirectoryPart> parts, Visitor visitor)
      throws IOException {
    if (parts.isEmpty()) {
      throw new CheckpointInvalid("the manifest names no leaf directory shard=" + shard);
    }
    var directory = new LeafDirectory("shard=" + shard, visitor);
    var leaves = -1L;
    for (var part : parts.subList(1, parts.size())) {
      leaves = PartReader.read(folder, storeId, shard, part, directory.increments());
    }
    directory.prepareForBase();
    var ofBase = PartReader.read(folder, storeId, shard, parts.get(0), directory);
    directory.finish(leaves < 0 ? ofBase : leaves);
  }

  private PartReader.Visitor increments() {
    return new PartReader.Visitor() {
      @Override
      public void leaf(PersistedLeaf leaf) {
        changed.put(leaf.page().id(), leaf);
      }

      @Override
      public void moved(byte[] fence, int begins, long id) {
        var known = changed.get(id);
        if (known == null) {
          moved.put(id, new Place(fence, begins));
        } else {
          changed.put(id, new PersistedLeaf(fence, begins, known.page()));
        }
      }

      @Override
      public void removed(long id) {
        changed.put(id, null);
      }
    };
  }

  private void prepareForBase() {
    named = IdFilter.of(List.of(changed.keySet(), moved.keySet()), changed.size() + moved.size());
    added = new ArrayList<>();
    changed.values().stream().filter(leaf -> leaf != null).forEach(added::add);
    added.sort((one, other) -> Arrays.compareUnsigned(one.fence(), other.fence()));
  }

  @Override
  public void leaf(PersistedLeaf leaf) throws IOException {
    var id = leaf.page().id();
    if (named.excludes(id)) {
      merge(leaf);
    } else if (!changed.containsKey(id)) {
      var place = moved.get(id);
      merge(place == null ? leaf : new PersistedLeaf(place.fence, place.begins, leaf.page()));
    }
  }

  /** Shows a leaf of the base after the new leaves before it. */
  private void merge(PersistedLeaf now) throws IOException {
    while (nextAdded < added.size()
        && Arrays.compareUnsigned(added.get(nextAdded).fence(), now.fence()) < 0) {
      show(added.get(nextAdded++));
    }
    show(now);
  }

  @Override
  public void moved(byte[] fence, int begins, long id) throws IOException {
    throw new CheckpointInvalid("the base of a leaf directory names a change " + what);
  }

  @Override
  public void removed(long id) throws IOException {
    throw new CheckpointInvalid("the base of a leaf directory names a change " + what);
  }

  private void show(PersistedLeaf leaf) throws IOException {
    if (last == null ? leaf.fence().length > 0 : Arrays.compareUnsigned(last, leaf.fence()) >= 0) {
      throw new CheckpointInvalid("a leaf directory is not in order " + what);
    }
    last = leaf.fence();
    shown++;
    visitor.leaf(leaf);
  }

  private void finish(long leaves) throws IOException {
    while (nextAdded < added.size()) {
      show(added.get(nextAdded++));
    }
    if (shown != leaves) {
      throw new CheckpointInvalid(
          "a leaf directory misses leaves " + what + " found=" + shown + " expected=" + leaves);
    }
  }
}
