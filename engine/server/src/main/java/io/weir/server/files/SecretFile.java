package io.weir.server.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** A file with a key in it. Looking blocks; where the file system knows no owners, nobody else may use it. */
public record SecretFile(Path path) {

  private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
      PosixFilePermission.GROUP_READ,
      PosixFilePermission.GROUP_WRITE,
      PosixFilePermission.OTHERS_READ,
      PosixFilePermission.OTHERS_WRITE);

  /** Whether somebody but its owner may read or write it. */
  public boolean isShared() throws IOException {
    return !othersPermissions().isEmpty();
  }

  /**
   * What to say when more than its owner, and whoever is in its group to read it, may use it: keys of certificates are often shared
   * so. Empty when all is well.
   */
  public Optional<String> warning() throws IOException {
    var granted = othersPermissions();
    granted.remove(PosixFilePermission.GROUP_READ);
    return granted.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Other users may use " + path + ", and it holds a key. Mend it: chmod 600 " + path);
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
