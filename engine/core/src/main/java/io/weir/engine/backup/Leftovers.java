package io.weir.engine.backup;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the folder of a backup that was interrupted, or is not kept: files and a folder
 * {@code log} of files.
 */
final class Leftovers {

  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  private Leftovers() {}

  /** Deletes the folder if it exists. */
  static void delete(Folder parent, String name) throws IOException {
    if (!parent.exists(name)) {
      return;
    }
    LOG.info("deleting the rest of a backup folder={}", parent.locate(name));
    var folder = parent.folder(name);
    if (folder.exists(Backup.LOG)) {
      deleteFiles(folder.folder(Backup.LOG));
    }
    deleteFiles(folder);
    parent.delete(name);
  }

  private static void deleteFiles(Folder folder) throws IOException {
    for (var file : folder.list()) {
      folder.delete(file);
    }
  }
}
