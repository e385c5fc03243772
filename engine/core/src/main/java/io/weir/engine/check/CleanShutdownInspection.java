package io.weir.engine.check;

import io.weir.engine.cleanshutdown.CleanMarker;
import io.weir.engine.cleanshutdown.CleanShutdownInvalid;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.extent.PageFilesChanged;
import io.weir.engine.page.PageFormat;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Verifies what an orderly stop left: the marker, the fences files, every page, and that the log still ends where the marker says.
 *
 * <p>A start does without a marker, fences or page files that are not what they were, so they are remarks. A log that is shorter than
 * it was stops a start, so it is damage; and so is a page whose bytes have changed in a file that nobody has written to, for its shard
 * would have to be rebuilt after the start.
 */
final class CleanShutdownInspection {

  private final Path path;
  private final Folder folder;
  private final StoreIdentity identity;
  private final Tally tally;

  CleanShutdownInspection(Path path, Folder folder, StoreIdentity identity, Tally tally) {
    this.path = path;
    this.folder = folder;
    this.identity = identity;
    this.tally = tally;
  }

  /**
   * Compares with the log.
   *
   * @param logEnd where it was found to end; {@link Long#MAX_VALUE} when it is damaged, and that is told already
   */
  void run(long logEnd) throws IOException {
    try {
      var marker = CleanMarker.read(folder);
      if (marker.isPresent()) {
        run(marker.get(), logEnd);
      }
    } catch (FileDamaged | CleanShutdownInvalid | PageFilesChanged | NoSuchFileException e) {
      tally.remark("What the last stop left cannot be used; the next start rebuilds the store from"
          + " snapshot and log. " + e.getMessage());
    }
  }

  private void run(CleanMarker marker, long logEnd) throws IOException {
    if (logEnd < marker.logPosition()) {
      tally.damaged(
          folder,
          CleanMarker.FILE,
          0,
          "the log ends too early position=" + logEnd + " expected=" + marker.logPosition());
    }
    if (!marker.pageFormat().equals(PageFormat.current(PageStoreOptions.PAGE_BYTES))) {
      throw new CleanShutdownInvalid("the pages are of another version pages=" + marker.pageFormat());
    }
    var pages = new PageInspection(path, folder, identity, tally);
    for (var shard = 0; shard < marker.fences().size(); shard++) {
      pages.run(shard, marker.fences().get(shard));
    }
    pages.tell();
  }
}
