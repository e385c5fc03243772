package io.weir.engine.log;

import java.nio.ByteBuffer;

/**
 * Receives the records of a log, oldest first, while the log is opened.
 *
 * <p>Runs on: the thread that opens the log. The state that a visitor built is void if opening
 * fails, because damage may be found after records already shown. An exception thrown here ends the
 * opening and leaves the log unchanged.
 */
public interface LogVisitor {

  /**
   * Receives one record.
   *
   * @param position where the record's frame begins
   * @param sequence the record's number, one more than that of the record before it
   * @param payload valid during the call only; to be read, not written
   */
  void record(long position, long sequence, ByteBuffer payload);
}
