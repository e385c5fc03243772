package io.weir.engine.log;

import java.io.IOException;

/** The failure of a read from a position before the first segment. */
public final class PositionTruncated extends IOException {
  private static final long serialVersionUID = 1L;

  public PositionTruncated(long position, long first) {
    super("the log no longer holds a position position=" + position + " first=" + first);
  }
}
