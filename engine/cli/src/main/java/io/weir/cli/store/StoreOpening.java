package io.weir.cli.store;

import io.weir.server.loop.NettyLoops;
import java.io.IOException;

/** A store that a service is about to open. */
@FunctionalInterface
public interface StoreOpening {

  /**
   * Opens the store. Blocks.
   *
   * @param loops the loops that will serve; the caller closes them after the store, also when this
   *     fails
   * @throws IOException when the store cannot be opened; nothing is left open
   */
  BackingStore open(NettyLoops loops) throws IOException;

  /** Returns whether the store has queues. Their port is then taken before the store is opened. */
  default boolean offersQueues() {
    return false;
  }
}
