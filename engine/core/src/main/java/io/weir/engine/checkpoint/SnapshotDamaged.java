package io.weir.engine.checkpoint;

import java.io.IOException;

/**
 * Thrown if a snapshot differs from the snapshot that was written. The store must not be opened
 * from it.
 */
public final class SnapshotDamaged extends IOException {

  private static final long serialVersionUID = 1L;

  SnapshotDamaged(String file, long offset, String what) {
    super("A snapshot is damaged; restore the file from a backup. file=" + file + " offset="
        + offset + " damage=" + what);
  }
}
