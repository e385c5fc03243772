package io.weir.engine.scan;

import io.weir.api.entity.Entity;

/** The remaining work allowance of one call. Belongs to that call. */
final class Slice {

  private int rows;
  private int scans;
  private int bytes;

  Slice(int rows, int scans, int bytes) {
    this.rows = rows;
    this.scans = scans;
    this.bytes = bytes;
  }

  boolean isOpen() {
    return rows > 0 && scans > 0 && bytes > 0;
  }

  /**
   * Counts the seek of a range, which costs about as much as a row even when the range is empty.
   */
  void sought() {
    scans--;
  }

  void scanned() {
    scans--;
  }

  void added(Entity entity) {
    rows--;
    bytes -= entity.encoded().length;
  }
}
