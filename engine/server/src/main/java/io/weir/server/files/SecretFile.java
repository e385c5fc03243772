package io.weir.server.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A file that holds a key. Both methods read its permissions and block. On a file system without
 * POSIX permissions they report no other users.
 */
public record SecretFile(Path path) {

  private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
      PosixFilePermission.GROUP_READ,
      PosixFilePermission.GROUP_WRITE,
      PosixFilePermission.OTHERS_READ,
      PosixFilePermission.OTHERS_WRITE);

  /** Returns whether a user other than the owner may read or write the file. */
  public boolean isShared() throws IOException {
    return !othersPermissions().isEmpty();
  }

  /**
   * Returns a warning if users other than the owner may access the file; empty otherwise. Read
   * access for the file's group is accepted, because keys of certificates are often shared that
   * way.
   */
  public Optional<String> warning() throws IOException {
    var granted = othersPermissions();
    granted.remove(PosixFilePermission.GROUP_READ);
    return granted.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Other users may use " + path + ", which holds a key. Run: chmod 600 " + path);
  }

  private Set<PosixFilePermission> othersPermissions() throws IOException {
    var granted = EnumSet.noneOf(PosixFilePermission.class);
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      granted.addAll(Files.getPosixFilePermissions(path));
      granted.retainAll(OTHERS);
    }
    return granted;
  }
}
