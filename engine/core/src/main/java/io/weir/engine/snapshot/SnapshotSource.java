package io.weir.engine.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The source of the entries of a snapshot. */
@FunctionalInterface
public interface SnapshotSource {

  /** Receives the entries. */
  @FunctionalInterface
  interface Sink {

    /** Takes an entry. Both buffers are valid during the call only, and their positions are undefined after it. */
    void entry(ByteBuffer key, ByteBuffer stored) throws IOException;
  }

  /**
   * Hands every entry to the sink, shard by shard in ascending order of keys. Returns a position of the log after
   * every change that these entries may contain; the log is forced up to there.
   */
  long writeTo(Sink sink) throws IOException;
}
