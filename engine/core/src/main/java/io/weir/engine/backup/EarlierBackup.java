package io.weir.engine.backup;

import io.weir.engine.disk.Folder;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.store.StoreIdentity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A complete backup of the same store, whose blocks a new one need not copy again.
 *
 * @param name of its folder
 * @param folder as its parent gave it
 */
record EarlierBackup(String name, Folder folder, BackupManifest manifest) {

  private static final Logger LOG = LoggerFactory.getLogger(EarlierBackup.class);

  /**
   * Returns all backups of a store in a folder, newest first: by the end of their log, because a
   * clock may have been wrong.
   */
  static List<EarlierBackup> of(StoreIdentity store, Folder parent) throws IOException {
    var found = new ArrayList<EarlierBackup>();
    for (var name : parent.list()) {
      if (!name.startsWith(".") && !name.endsWith(Backup.DRAFT_SUFFIX)) {
        read(parent, name)
            .filter(each -> each.manifest.store().equals(store))
            .ifPresent(found::add);
      }
    }
    found.sort(
        Comparator.comparingLong((EarlierBackup each) -> each.manifest.points().end())
            .thenComparing(each -> each.manifest.created())
            .reversed());
    return found;
  }

  private static Optional<EarlierBackup> read(Folder parent, String name) {
    try {
      var folder = new ReadOnlyFolder(parent).folder(name);
      return folder.exists(BackupManifest.FILE)
          ? Optional.of(new EarlierBackup(name, parent.folder(name), BackupManifest.read(folder)))
          : Optional.empty();
    } catch (IOException e) {
      LOG.debug("not a backup of this version folder={}", parent.locate(name), e);
      return Optional.empty();
    }
  }

  /**
   * Compares the list of leaves and the chunks with their checksums. Returns the chunks that are
   * sound, by number; empty when the list is not.
   */
  Map<Integer, FileSum> soundChunks(CopyListener listener) throws IOException {
    var sound = new TreeMap<Integer, FileSum>();
    for (var sum : manifest.files()) {
      if (sum.file().equals(LeafList.FILE) && !isSound(sum, listener)) {
        return Map.of();
      }
      if (Chunks.isChunk(sum.file()) && isSound(sum, listener)) {
        sound.put(Chunks.numberOf(sum.file()), sum);
      }
    }
    return sound;
  }

  private boolean isSound(FileSum sum, CopyListener listener) throws IOException {
    var damage = FileSums.damageOf(folder, sum, listener);
    if (!damage.isEmpty()) {
      LOG.warn(
          "an earlier backup is damaged; the new one copies its pages again file={} damage={}",
          folder.locate(sum.file()),
          damage);
    }
    return damage.isEmpty();
  }

  /** Returns the bytes that {@link #soundChunks} reads. */
  long chunkBytes() {
    return manifest.files().stream()
        .filter(sum -> Chunks.isChunk(sum.file()))
        .mapToLong(FileSum::bytes)
        .sum();
  }
}
