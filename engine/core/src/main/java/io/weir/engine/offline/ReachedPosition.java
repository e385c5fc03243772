package io.weir.engine.offline;

import io.weir.engine.checkpoint.CheckpointInvalid;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.checkpoint.SnapshotManifest;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.log.DurableRecord;
import java.io.IOException;
import java.util.UUID;

/**
 * A position that the log had reached, and the file that says so. A log that ends below it has lost
 * records, and a start refuses it.
 *
 * @param file name of the file in the store's folder
 */
record ReachedPosition(long position, String file) {

  /**
   * Returns the highest position that a file of the store gives.
   *
   * @param seen the position in the manifest of the snapshot, 0 if there is none
   */
  static ReachedPosition highest(Folder folder, UUID storeId, long seen) throws IOException {
    var highest = new ReachedPosition(seen, SnapshotManifest.FILE)
        .or(new ReachedPosition(new DurableRecord(folder, storeId).read(), DurableRecord.FILE));
    return highest.or(ofCheckpoint(folder, storeId));
  }

  /**
   * A manifest that cannot be read, or is another store's, gives no position: a start does without
   * it.
   */
  private static ReachedPosition ofCheckpoint(Folder folder, UUID storeId) throws IOException {
    try {
      var position = CheckpointManifest.read(folder)
          .filter(manifest -> manifest.storeId().equals(storeId))
          .map(CheckpointManifest::reachedPosition);
      return new ReachedPosition(position.orElse(0L), CheckpointManifest.FILE);
    } catch (FileDamaged | CheckpointInvalid e) {
      return new ReachedPosition(0, CheckpointManifest.FILE);
    }
  }

  private ReachedPosition or(ReachedPosition other) {
    return other.position > position ? other : this;
  }
}
