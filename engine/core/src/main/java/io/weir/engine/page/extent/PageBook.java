package io.weir.engine.page.extent;

import java.nio.ByteBuffer;

/**
 * What is known of the pages of one extent without reading them: length, and checksum as far as a
 * checkpoint has recorded it. 8 bytes for each unit, outside the heap.
 *
 * <p>Threads: a new page may get the place, and so the id, of a freed one. The owner therefore
 * enters a page that it allocates before it publishes a version that reaches the page, so who finds
 * that page under a pin also sees its entry. The thread that writes a checkpoint records checksums
 * of pages that it has captured, whose places are given to no other page before the owner has heard
 * of the checkpoint's end.
 */
final class PageBook {

  /** Deliberate: a page whose checksum is this number, one in four billion, is not compared. */
  static final int UNKNOWN = 0;

  private static final int ENTRY_BYTES = 2 * Integer.BYTES;

  private final ByteBuffer entries;

  PageBook(int units) {
    entries = ByteBuffer.allocateDirect(units * ENTRY_BYTES);
  }

  /** Enters a new page that begins at a unit. */
  void enter(int unit, int lengthBytes) {
    entries.putInt(unit * ENTRY_BYTES, lengthBytes);
    record(unit, UNKNOWN);
  }

  /** Records the checksum of a page. */
  void record(int unit, int checksum) {
    entries.putInt(unit * ENTRY_BYTES + Integer.BYTES, checksum);
  }

  /** Returns the length of a page. */
  int length(int unit) {
    return entries.getInt(unit * ENTRY_BYTES);
  }

  /** Returns the checksum of a page, or {@link #UNKNOWN}. */
  int checksum(int unit) {
    return entries.getInt(unit * ENTRY_BYTES + Integer.BYTES);
  }
}
