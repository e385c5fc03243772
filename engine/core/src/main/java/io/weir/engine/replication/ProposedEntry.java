package io.weir.engine.replication;

import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * An entry that this node proposes, and whose batches it holds.
 *
 * @param position of the log at which it begins
 * @param endPosition of the log after its mark
 * @param batches whose last records it has, in order
 */
record ProposedEntry(
    long term, long position, long endPosition, ByteBuffer bytes, List<Ending> batches) {

  /**
   * A batch that ends in the entry.
   *
   * @param endPosition of the log after the batch's last record
   */
  record Ending(LogBatch.Completion completion, long endPosition) {}

  ProposedEntry {
    batches = List.copyOf(batches);
  }

  void acknowledge() {
    batches.forEach(batch -> batch.completion().acknowledged(batch.endPosition()));
  }

  void fail(LogFailed failure) {
    batches.forEach(batch -> batch.completion().failed(failure));
  }
}
