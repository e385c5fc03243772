package io.weir.engine.backup;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.SmallFile;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folders of backups that are being written. Each names its store in a file, so that a later
 * backup of the store deletes what an interrupted one has left, whatever its name.
 *
 * <p>A store is open in one process only. A draft of the store therefore belongs to a backup of
 * that process, or to nobody. Drafts of other stores, and of earlier versions, which name no store,
 * are left alone.
 *
 * <p>Owner: the thread of a backup.
 */
final class Drafts {

  private static final Logger LOG = LoggerFactory.getLogger(Drafts.class);
  private static final String OWNER = "UNFINISHED";

  private Drafts() {}

  /** Names the store in a new draft, durably. */
  static void begin(Folder draft, StoreIdentity store) throws IOException {
    new SmallFile(draft, OWNER).write(text(store));
  }

  /** Ends a draft, which becomes a backup. */
  static void end(Folder draft) throws IOException {
    draft.delete(OWNER);
    draft.force();
  }

  /**
   * Deletes the drafts of a store that no backup is writing. One that cannot be deleted stays until
   * the next backup.
   *
   * @param running the places of those that are being written
   */
  static void deleteAbandoned(Folder parent, StoreIdentity store, Set<String> running)
      throws IOException {
    for (var name : parent.list()) {
      if (name.endsWith(Backup.DRAFT_SUFFIX) && !running.contains(parent.locate(name))) {
        try {
          if (isOf(store, parent.folder(name))) {
            Leftovers.delete(parent, name);
          }
        } catch (IOException e) {
          LOG.warn(
              "the rest of an interrupted backup cannot be deleted folder={}",
              parent.locate(name),
              e);
        }
      }
    }
  }

  private static boolean isOf(StoreIdentity store, Folder draft) throws IOException {
    var owner = new SmallFile(draft, OWNER);
    return owner.exists() && owner.read().equals(text(store));
  }

  private static String text(StoreIdentity store) {
    return "store=" + store.id() + "\n";
  }
}
