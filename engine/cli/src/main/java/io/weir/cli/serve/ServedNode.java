package io.weir.cli.serve;

import io.weir.engine.store.Membership;
import io.weir.engine.store.Store;
import java.io.IOException;

/**
 * What makes a store the node of a cluster.
 *
 * @param membership opens the store as a node
 * @param opened is told of the open store
 */
record ServedNode(Membership membership, Opened opened) {

  /** Takes up the work of a node whose store is open. */
  @FunctionalInterface
  interface Opened {
    void by(Store store) throws IOException;
  }
}
