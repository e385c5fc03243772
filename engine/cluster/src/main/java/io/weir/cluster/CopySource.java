package io.weir.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Makes copies of the store for nodes that lack more than the log has. Runs on: threads that may
 * block.
 */
@FunctionalInterface
public interface CopySource {

  /** A node without a store to copy. */
  CopySource NONE = Optional::empty;

  /**
   * Returns the folder of a complete copy, whose files do not change while others may read them.
   * Begins to make one if there is none, and returns empty until it is complete.
   */
  Optional<Path> copy() throws IOException;
}
