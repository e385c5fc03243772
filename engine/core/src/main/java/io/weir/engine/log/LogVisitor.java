package io.weir.engine.log;

import java.nio.ByteBuffer;

/**
 * Is shown the records of a log, oldest first, while the log is opened.
 *
 * <p>Runs on: the thread that opens the log. What it has built is void when opening fails: damage
 * may be found behind records already shown. An exception thrown here ends the opening and leaves
 * the log as it was.
 */
public interface LogVisitor {

  /**
   * Sees one record.
   *
   * @param position where the record's frame begins
   * @param sequence the record's number, one more than that of the record before it
   * @param payload valid during the call only; to be read, not written
   */
  void record(long position, long sequence, ByteBuffer payload);
}
