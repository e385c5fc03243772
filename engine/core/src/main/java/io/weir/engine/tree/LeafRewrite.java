package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;
import io.weir.engine.page.LeafPlan;
import io.weir.engine.page.PageMoves;
import io.weir.engine.page.PagesExhausted;
import io.weir.engine.tree.node.Branch;
import io.weir.engine.tree.node.InnerBranch;
import io.weir.engine.tree.node.LeafBranch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pass over the leaves of a tree that writes some again: those in files that are being emptied,
 * or neighbours that fit fewer pages. No entry changes.
 *
 * <p>Runs on: the writer's thread, in steps of some tenths of a millisecond; other writes may come
 * between them.
 *
 * <p>A step that comes to cold leaves names them. Its user reads them into memory on another
 * thread, says so, and steps again. No leaf becomes warm or cold by a pass, except that one beside
 * the new leaves becomes warm when it may have to be joined with them.
 */
public final class LeafRewrite {

  /** Most leaves that one step writes again. A large one is the only one of its step. */
  static final int MOST_LEAVES = 16;

  /** Most nodes that one step looks at. */
  private static final int MOST_NODES = 64;

  /** How often a group waits for leaves beside it: two, and some more if others write meanwhile. */
  private static final int MOST_ATTEMPTS = 8;

  /** Neighbours are written again if that saves one page in so many. */
  private static final int WORTH_PART = 8;

  private static final byte[] START = {};

  /** What a step has come to. */
  public enum Outcome {
    /** There is a new private version. */
    COMMITTED,
    /** The next leaves must be read first. */
    COLD,
    /** Nothing was found, and more leaves are left. */
    NOTHING,
    /** There is no room to write the leaves that were found. */
    NO_ROOM,
    /** No leaf is left. */
    ENDED
  }

  private final boolean packs;
  private final LeafPlan plan = new LeafPlan();

  /** A key that the first leaf covers at which nobody has looked; null if there is none. */
  private byte @Nullable [] next = START;

  /** The ids of cold leaves that were named, and read since. */
  private Set<Long> read = Set.of();

  private List<byte[]> cold = List.of();

  /**
   * A key of a cold leaf that was named because it may be joined with a new one; null if there is
   * none.
   */
  private byte @Nullable [] beside;

  private int attempts;
  private long version;
  private long written;

  private LeafRewrite(boolean packs) {
    this.packs = packs;
  }

  /** Begins a pass that moves leaves out of files that are being emptied. */
  public static LeafRewrite moving() {
    return new LeafRewrite(false);
  }

  /** Begins a pass that fills pages. */
  public static LeafRewrite filling() {
    return new LeafRewrite(true);
  }

  /** Takes a step in the latest version. */
  public Outcome step(VersionedTree tree) {
    cold = List.of();
    if (beside != null) {
      tree.current().markWarm(beside);
      beside = null;
    }
    for (int nodes = 0; next != null && nodes < MOST_NODES; nodes++) {
      var found = new Found(tree, next);
      if (!found.cold.isEmpty()) {
        cold = found.cold;
        read = found.coldIds;
        return Outcome.COLD;
      }
      if (found.group.size() > 0) {
        return commit(tree, found);
      }
      goTo(found.end);
      if (packs && found.looked) {
        break; // its pages were read
      }
    }
    return next == null ? Outcome.ENDED : Outcome.NOTHING;
  }

  private Outcome commit(VersionedTree tree, Found found) {
    if (!tree.store().moves().hasRoom(found.group.size())) {
      return Outcome.NO_ROOM;
    }
    try {
      version = tree.rewrite(found.group);
    } catch (ColdPage e) {
      return besideIsCold(e.key(), found);
    } catch (PagesExhausted e) {
      return Outcome.NO_ROOM;
    }
    written += found.group.size();
    goTo(found.end);
    return Outcome.COMMITTED;
  }

  /**
   * Has a leaf read with which a new one may have to be joined. Leaves the group as it is if that
   * does not come to an end.
   */
  private Outcome besideIsCold(byte[] key, Found found) {
    if (attempts++ == MOST_ATTEMPTS) {
      goTo(found.end);
      return Outcome.NOTHING;
    }
    beside = key;
    cold = List.of(key);
    return Outcome.COLD;
  }

  private void goTo(byte @Nullable [] key) {
    attempts = 0;
    next = key;
    read = Set.of();
  }

  /** Returns the version that the last step has committed. */
  public long version() {
    return version;
  }

  /** Returns a key of each leaf that must be read before the next step. */
  public List<byte[]> cold() {
    return cold;
  }

  /** Returns the number of leaves that were written again. */
  public long written() {
    return written;
  }

  /** What one node has from a key on. */
  private final class Found {

    private final PageMoves moves;
    private final LeafBranch node;
    private final byte[] first;
    private final LeafGroup group;
    private final List<byte[]> cold = new ArrayList<>();
    private final Set<Long> coldIds = new HashSet<>(read);
    private byte @Nullable [] end;

    /** Whether pages were read. */
    private boolean looked;

    Found(VersionedTree tree, byte[] from) {
      moves = tree.store().moves();
      first = from;
      group = new LeafGroup(from, packs);
      Branch at = tree.current().root();
      while (at instanceof InnerBranch inner) {
        int child = inner.fences().childOf(from);
        if (child + 1 < inner.count()) {
          end = inner.fences().get(child);
        }
        at = inner.child(child);
      }
      node = (LeafBranch) at;
      int start = node.fences().childOf(from);
      if (node.count() == 0) {
        return;
      }
      if (packs) {
        fill(tree.shape(), start);
      } else {
        move(start);
      }
    }

    private void move(int start) {
      for (int child = start; child < node.count(); child++) {
        if (moves.isWanted(node.id(child))) {
          boolean large = moves.isLarge(node.id(child));
          if (group.size() == MOST_LEAVES || large && group.size() > 0) {
            endAt(child);
            return;
          }
          add(child);
          if (large) {
            endAt(child + 1);
            return;
          }
        }
      }
    }

    private void fill(TreeShape shape, int start) {
      int from = start;
      while (from < node.count() && moves.isLarge(node.id(from))) {
        from++;
      }
      int to = from;
      while (to < node.count() && to - from < MOST_LEAVES && !moves.isLarge(node.id(to))) {
        add(to);
        to++;
      }
      endAt(to);
      looked = to > from;
      if (cold.isEmpty() && !isWorth(shape)) {
        group.leaves().clear();
      }
    }

    private boolean isWorth(TreeShape shape) {
      int leaves = group.size();
      long bytes = group.leaves().stream()
          .mapToLong(child -> LeafPage.lengthBytes(node.passingAddress(child)))
          .sum();
      long fewer = (long) leaves - (leaves + WORTH_PART - 1) / WORTH_PART;
      return fewer > 0 && bytes <= fewer * shape.pageBytes() && pages(shape) <= fewer;
    }

    private int pages(TreeShape shape) {
      plan.clear();
      group.leaves().stream().forEach(child -> plan.addPage(node.passingAddress(child)));
      return LeafCut.ends(plan, shape).length;
    }

    private void add(int child) {
      group.leaves().set(child);
      if (node.isCold(child)) {
        byte[] key = fence(child);
        group.coldKeys().add(key);
        if (coldIds.add(node.id(child))) {
          cold.add(key);
        }
      }
    }

    private void endAt(int child) {
      if (child < node.count()) {
        end = fence(child);
      }
    }

    /** Returns a key that a leaf covers. */
    private byte[] fence(int child) {
      return child == 0 ? first : node.fences().get(child - 1);
    }
  }
}
