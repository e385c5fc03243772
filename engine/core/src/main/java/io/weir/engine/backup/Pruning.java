package io.weir.engine.backup;

import io.weir.engine.disk.Folder;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the oldest backups of a store.
 *
 * <p>A backup is renamed before its files are deleted, so it is whole or gone. Files that later
 * backups have too stay under their names there. Owner: one thread that may block.
 */
final class Pruning {

  private static final Logger LOG = LoggerFactory.getLogger(Pruning.class);

  /** No backup may have a name that begins so. */
  private static final String PREFIX = ".deleted-";

  private Pruning() {}

  /**
   * Deletes all backups of a store in a folder but the newest {@code keep}, and what earlier calls
   * have left.
   */
  static void run(Folder parent, StoreIdentity store, int keep) throws IOException {
    var all = EarlierBackup.of(store, parent);
    delete(
        parent,
        all.subList(Math.min(keep, all.size()), all.size()).stream()
            .map(EarlierBackup::name)
            .toList());
  }

  /** Deletes these backups, and what earlier calls have left. */
  static void delete(Folder parent, List<String> names) throws IOException {
    for (var name : names) {
      LOG.info("deleting an old backup folder={}", parent.locate(name));
      Leftovers.delete(parent, PREFIX + name);
      parent.rename(name, PREFIX + name);
      parent.force();
    }
    deleteRenamed(parent);
  }

  /** Deletes what was renamed. A folder that cannot be deleted does not stop the others. */
  private static void deleteRenamed(Folder parent) throws IOException {
    IOException first = null;
    for (var name : parent.list()) {
      if (name.startsWith(PREFIX)) {
        try {
          Leftovers.delete(parent, name);
        } catch (IOException e) {
          first = first == null ? e : first;
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
