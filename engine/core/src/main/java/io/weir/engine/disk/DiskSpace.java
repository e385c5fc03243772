package io.weir.engine.disk;

import java.io.IOException;

/** Tells how full a disk is. Runs on: any thread that may block. */
@FunctionalInterface
public interface DiskSpace {

  /** Bytes that can still be written to the disk; others may take them meanwhile. */
  long usableBytes() throws IOException;
}
