package io.weir.engine.shard;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.VersionedTree;
import org.jspecify.annotations.Nullable;

/**
 * The tree that a shard serves, and whether readers are refused.
 *
 * <p>{@link #pin}: any thread; never waits. {@link #refuse}: any thread. {@link #replace}: shard
 * loop.
 *
 * <p>A tree that is to be replaced is closed when nothing in it is pinned. Its memory is unmapped
 * then. The order of these volatile accesses keeps readers out of a closed tree:
 *
 * <pre>
 * reader                           rebuilding thread
 * R1  t = tree                     W1  refused = why
 * R2  pin t                        W2  wait until nothing in the old tree is pinned; close it
 * R3  refused? then give up        W3  tree = rebuilt
 * R4  tree still t? else again     W4  refused = null
 * </pre>
 *
 * <p>W2 waits for a reader whose R2 precedes it. A reader whose R2 follows W2 finds the refusal at
 * R3, unless W4 precedes R3; in that case R4 sees W3. No reader therefore continues with a closed
 * tree.
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

  /** Pins the published version. Fails with {@code ServerBusy} while readers are refused. */
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

  /** Refuses readers from now on; the failure carries these facts. */
  void refuse(String facts) {
    refused = facts;
  }

  /** Serves another tree from now on and ends the refusal. */
  void replace(VersionedTree other) {
    tree = other;
    refused = null;
  }
}
