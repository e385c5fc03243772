package io.weir.engine.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;

/** The source of the entries of a snapshot. */
@FunctionalInterface
public interface SnapshotSource {

  /** Receives the entries. */
  @FunctionalInterface
  interface Sink {

    /**
     * Takes an entry. Both buffers are valid during the call only, and their positions are
     * undefined after it.
     */
    void entry(ByteBuffer key, ByteBuffer stored) throws IOException;
  }

  /**
   * Returns the entries of all shards in order.
   *
   * @param seen after every change that the entries may contain; the log is forced up to there
   * @param progress receives the bytes that were read; it may fail with
   *     {@link UncheckedIOException}
   */
  static SnapshotSource of(List<? extends ShardEntries> shards, long seen, LongConsumer progress) {
    return sink -> {
      try {
        for (var shard : shards) {
          shard.read((key, stored) -> pass(sink, key, stored), progress);
        }
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      return seen;
    };
  }

  private static void pass(Sink sink, byte[] key, byte[] stored) {
    try {
      sink.entry(ByteBuffer.wrap(key), ByteBuffer.wrap(stored));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Hands every entry to the sink, shard by shard in ascending order of keys. Returns a position of
   * the log after every change that these entries may contain; the log is forced up to there.
   */
  long writeTo(Sink sink) throws IOException;
}
