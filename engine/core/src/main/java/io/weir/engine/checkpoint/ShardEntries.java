package io.weir.engine.checkpoint;

import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The entries of one shard at some position of the log, from which the shard's tree can be filled.
 * Runs on: one thread that may block.
 */
public interface ShardEntries {

  /** No entries: the log holds everything. */
  ShardEntries NONE = new ShardEntries() {
    @Override
    public long bytes() {
      return 0;
    }

    @Override
    public void read(SnapshotVisitor visitor, LongConsumer progress) {}
  };

  /** Returns about how many bytes the entries have. */
  long bytes() throws IOException;

  /**
   * Shows all entries, in ascending order of keys. They are void if reading fails.
   *
   * @param progress receives the bytes that were read
   */
  void read(SnapshotVisitor visitor, LongConsumer progress) throws IOException;

  /**
   * Shows the log records that change the entries and are kept beside them, before the log goes on;
   * none for most.
   */
  default void records(Consumer<byte[]> visitor) throws IOException {}
}
