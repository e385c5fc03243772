package io.weir.engine.backup;

import io.weir.engine.disk.FileDamaged;
import io.weir.engine.disk.Folder;
import java.io.IOException;

/** Compares the files of a backup with its manifest. Owner: the caller's thread, which blocks. */
public final class FileSums {

  private FileSums() {}

  /** Compares all files. Fails with {@link FileDamaged} for the first one that differs. */
  public static void verify(Folder backup, BackupManifest manifest, CopyListener listener)
      throws IOException {
    listener.begin("Verifying", manifest.bytes());
    for (var sum : manifest.files()) {
      var damage = damageOf(backup, sum, listener);
      if (!damage.isEmpty()) {
        throw new FileDamaged(backup.locate(sum.file()), 0, damage);
      }
    }
  }

  /**
   * Compares one file with its checksum. Returns the kind of damage in a word, or an empty text.
   */
  public static String damageOf(Folder backup, FileSum sum, CopyListener listener)
      throws IOException {
    var inLog = sum.file().startsWith(Backup.LOG + "/");
    var name = inLog ? sum.file().substring(Backup.LOG.length() + 1) : sum.file();
    if (inLog && !backup.exists(Backup.LOG)) {
      return "missing";
    }
    var folder = inLog ? backup.folder(Backup.LOG) : backup;
    if (!folder.exists(name)) {
      return "missing";
    }
    try (var file = folder.openToRead(name)) {
      if (file.size() != sum.bytes()) {
        return "length:" + file.size() + " expected:" + sum.bytes();
      }
    }
    return new FileCopy(listener, () -> false).sum(folder, name) == sum.crc32c() ? "" : "checksum";
  }
}
