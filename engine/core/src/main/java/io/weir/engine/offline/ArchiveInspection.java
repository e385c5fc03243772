package io.weir.engine.offline;

import io.weir.engine.archive.Restorable;
import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.HashSet;

/**
 * Verifies an archive: the files of each base, and each record of the log after it; and reports
 * which moments can be restored.
 */
final class ArchiveInspection {

  private final Folder archive;
  private final Tally tally;
  private final CatalogRows catalog;

  ArchiveInspection(Folder archive, Tally tally, CatalogRows catalog) {
    this.archive = archive;
    this.tally = tally;
    this.catalog = catalog;
  }

  void run() throws IOException {
    var newestFirst = Restorable.allIn(archive);
    var read = new HashSet<Long>();
    for (var at = newestFirst.size() - 1; at >= 0; at--) {
      var each = newestFirst.get(at);
      new BackupInspection(each.folder(), tally).files(each.manifest());
      var points = each.manifest().points();
      if (read.add(points.end())) { // an earlier base reads the same log, and more of it
        var end = new LogInspection(each.log(), each.manifest().store(), tally, catalog)
            .run(points.from(), points.end());
        if (end != points.end()) {
          tally.remark("The log of the archive ends too early. position=" + end + " expected="
              + points.end());
        }
      }
    }
    if (!newestFirst.isEmpty() && !newestFirst.get(0).isComplete()) {
      tally.damaged(archive, "log", 0, "missing");
    }
    tally.remark(
        newestFirst.isEmpty()
            ? "The archive has no complete base yet, so nothing of it can be restored."
            : "The archive restores any moment " + Restorable.ranges(newestFirst) + ".");
  }
}
