package io.weir.engine.shard;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.VersionedTree;
import org.jspecify.annotations.Nullable;

/**
 * The tree that a shard serves, until another takes its place, and whether it is served at all.
 *
 * <p>{@link #pin}: any thread; never waits. {@link #refuse}: any thread. {@link #replace}: shard loop.
 *
 * <p>A tree that is replaced is closed when nothing in it is pinned, and its memory is gone then. The order of these volatile accesses
 * keeps readers out of it:
 *
 * <pre>
 * reader                           who rebuilds
 * R1  t = tree                     W1  refused = why
 * R2  pin t                        W2  wait until nothing in the old tree is pinned; close it
 * R3  refused? then give up        W3  tree = rebuilt
 * R4  tree still t? else again     W4  refused = null
 * </pre>
 *
 * <p>A reader whose R2 comes before W2 is waited for. One whose R2 comes after it finds the refusal at R3, or W4 came before R3; then R4
 * sees W3. So no reader goes on with a tree that is closed.
 */
final class ServedTree {

  private volatile VersionedTree tree;
  private volatile @Nullable String refused;

  ServedTree(VersionedTree tree) {
    this.tree = tree;
  }

  VersionedTree tree() {
    return tree;
  }

  /** Whether readers are refused. */
  boolean isRefused() {
    return refused != null;
  }

  /** Pins the published version. Fails with {@code ServerBusy} while the tree is not served. */
  Pin pin() {
    while (true) {
      var pinned = tree;
      var pin = pinned.pin();
      var facts = refused;
      if (facts != null) {
        pin.close();
        throw new ServiceBusyException(facts);
      }
      if (tree == pinned) {
        return pin;
      }
      pin.close();
    }
  }

  /** Refuses readers from now on, with these facts. */
  void refuse(String facts) {
    refused = facts;
  }

  /** Serves another tree from now on. */
  void replace(VersionedTree other) {
    tree = other;
    refused = null;
  }
}
