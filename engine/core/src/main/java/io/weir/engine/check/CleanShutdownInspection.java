package io.weir.engine.check;

import io.weir.engine.cleanshutdown.CleanMarker;
import io.weir.engine.cleanshutdown.CleanShutdownInvalid;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import io.weir.engine.page.PageFormat;
import io.weir.engine.page.extent.PageFilesChanged;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Verifies the files of a clean shutdown: the marker, the fences files and every page.
 *
 * <p>A start does without a marker, fences files or page files that have changed, so their changes are remarks. A
 * changed page in a file that was not written to is damage, because its shard would have to be rebuilt after the
 * start.
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

  void run() throws IOException {
    try {
      var marker = CleanMarker.read(folder);
      if (marker.isPresent()) {
        run(marker.get());
      }
    } catch (FileDamaged | CleanShutdownInvalid | PageFilesChanged | NoSuchFileException e) {
      tally.remark(
          "The files of the last clean shutdown cannot be used; the next start rebuilds the store from"
              + " snapshot and log. " + e.getMessage());
    }
  }

  private void run(CleanMarker marker) throws IOException {
    if (!marker.pageFormat().equals(PageFormat.current(PageStoreOptions.PAGE_BYTES))) {
      throw new CleanShutdownInvalid("the pages have another format pages=" + marker.pageFormat());
    }
    var pages = new PageInspection(path, folder, identity, tally);
    for (var shard = 0; shard < marker.fences().size(); shard++) {
      pages.run(shard, marker.fences().get(shard));
    }
    pages.reportAdvice();
  }
}
