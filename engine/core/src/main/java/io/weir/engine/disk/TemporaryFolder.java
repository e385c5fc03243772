package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A new folder, deleted at the end with all files in it. Blocks. */
public final class TemporaryFolder implements AutoCloseable {

  private final Path path;

  private TemporaryFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes a folder within a folder, which it makes as well if it is absent; its name begins with
   * the prefix.
   */
  public static TemporaryFolder in(Path parent, String prefix) throws IOException {
    Files.createDirectories(parent);
    return new TemporaryFolder(Files.createTempDirectory(parent, prefix));
  }

  /** Returns the path of the folder. */
  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    try (var paths = Files.walk(path)) {
      for (var each : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
