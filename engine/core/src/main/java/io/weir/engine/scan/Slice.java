package io.weir.engine.scan;

import io.weir.api.entity.Entity;

/** What is left of the work that one call may do. Belongs to that call. */
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

  /** A range was opened, whether or not it holds anything. */
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
