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

  /** Hands every entry to the sink, shard by shard in ascending order of keys. Fails only as the sink does. */
  void writeTo(Sink sink) throws IOException;
}
