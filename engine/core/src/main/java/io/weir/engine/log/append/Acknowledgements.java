package io.weir.engine.log.append;

import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogPayload;
import java.io.IOException;
import java.util.List;

/**
 * The outcomes that the log owes to the batches of one group. Each is reported once, in order.
 *
 * <p>Runs on: log thread.
 */
final class Acknowledgements {
  private final List<LogBatch> group;
  private final long[] endPositions;
  private int begun;
  private int given;

  Acknowledgements(List<LogBatch> group) {
    this.group = group;
    this.endPositions = new long[group.size()];
  }

  boolean isEmpty() {
    return group.isEmpty();
  }

  /** Returns the bytes that the records of the group take in the log. */
  long frameBytes() {
    long bytes = 0;
    for (LogBatch batch : group) {
      bytes += batch.frameBytes();
    }
    return bytes;
  }

  /** Appends all records of the group and notes where each batch ends. */
  void append(LogWriter writer) throws IOException {
    for (int i = 0; i < endPositions.length; i++) {
      begun = i + 1;
      for (LogPayload payload : group.get(i).payloads()) {
        writer.append(payload);
      }
      endPositions[i] = writer.position();
    }
  }

  /** Reports to every owner that its batch is kept. */
  void acknowledge() {
    while (given < endPositions.length) {
      int next = given++;
      group.get(next).completion().acknowledged(endPositions[next]);
    }
  }

  /**
   * Reports a failure to every owner that has no outcome yet, and whether anything of its batch may
   * have been written. A completion that throws does not stop the reports to the others.
   */
  void fail(LogFailed failure) {
    LogFailed refusal = failure.isNothingKept() ? failure : failure.refusal();
    while (given < endPositions.length) {
      int next = given++;
      try {
        group.get(next).completion().failed(next < begun ? failure : refusal);
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }
}
