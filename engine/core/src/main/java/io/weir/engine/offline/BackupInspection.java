package io.weir.engine.offline;

import io.weir.engine.backup.BackupManifest;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.backup.FileSums;
import io.weir.engine.disk.Folder;
import java.io.IOException;

/**
 * Compares the files of a backup with their lengths and checksums, and reports the points that can
 * be restored.
 */
final class BackupInspection implements CopyListener {

  private final Folder folder;
  private final Tally tally;

  BackupInspection(Folder folder, Tally tally) {
    this.folder = folder;
    this.tally = tally;
  }

  void run(BackupManifest backup) throws IOException {
    files(backup);
    var points = backup.points();
    tally.remark(
        "This backup was made at " + backup.created() + ". It restores any point from position "
            + points.earliest() + " (" + points.earliestTime() + ") to position " + points.end()
            + ".");
  }

  /** Compares the files. */
  void files(BackupManifest backup) throws IOException {
    for (var sum : backup.files()) {
      tally.begin(folder, sum.file(), sum.bytes());
      var damage = FileSums.damageOf(folder, sum, this);
      if (!damage.isEmpty()) {
        tally.damaged(folder, sum.file(), 0, damage);
      }
    }
  }

  @Override
  public void begin(String task, long bytes) {}

  @Override
  public void advance(long bytes) {
    tally.read(bytes);
  }
}
