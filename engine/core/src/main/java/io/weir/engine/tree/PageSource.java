package io.weir.engine.tree;

import java.io.IOException;

/**
 * Reads pages from the disk into memory. Runs on: a thread that may block and keeps the page, by a
 * {@link Pin} or as the writer.
 */
@FunctionalInterface
public interface PageSource {

  /** Reads a page, so that an access to its memory does not wait for the disk. */
  void read(long id, long place) throws IOException;
}
