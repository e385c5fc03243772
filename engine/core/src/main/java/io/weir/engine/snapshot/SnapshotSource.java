package io.weir.engine.snapshot;

import java.io.IOException;

/** Where the entries of a snapshot come from. */
@FunctionalInterface
public interface SnapshotSource {

  /** Takes one entry. */
  @FunctionalInterface
  interface Sink {
    void entry(byte[] key, byte[] stored) throws IOException;
  }

  /**
   * Hands every entry to the sink, shard by shard in ascending order of keys, and answers a position of the log behind everything
   * that these entries may show; the log is forced up to there.
   */
  long writeTo(Sink sink) throws IOException;
}
