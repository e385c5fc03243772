package io.weir.engine.backup;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A backup or restore was refused before it changed anything. The message says why and what to do.
 */
public final class BackupRefused extends IOException {

  private static final long serialVersionUID = 1L;

  private final boolean nameTaken;

  /** Makes a refusal whose message says why and what to do. */
  public BackupRefused(String message) {
    this(message, null);
  }

  /** Makes a refusal of a backup that is damaged, as the cause says. */
  public BackupRefused(String message, @Nullable Throwable cause) {
    this(message, cause, false);
  }

  private BackupRefused(String message, @Nullable Throwable cause, boolean nameTaken) {
    super(message, cause);
    this.nameTaken = nameTaken;
  }

  /** Returns the refusal of a backup name that a folder or file already has. */
  static BackupRefused nameTaken(Path path) {
    return new BackupRefused(
        "There is a folder or file of this name; choose another. path=" + path, null, true);
  }

  /** Returns the refusal of the name of a backup that is being written. */
  static BackupRefused beingWritten(String place) {
    return new BackupRefused(
        "A backup of this name is being written; choose another. path=" + place, null, true);
  }

  /** Whether another name would do. */
  public boolean isNameTaken() {
    return nameTaken;
  }
}
