package io.weir.perf.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The folder of one measured store. It is kept for the next process or deleted when it is closed.
 *
 * <p>Only one process at a time may use it.
 *
 * @param path the folder, which exists
 * @param kept whether it stays after closing
 */
public record StoreHome(Path path, boolean kept) implements AutoCloseable {

  private static final String LOADED = ".loaded";

  /** Creates a folder in {@code java.io.tmpdir} that is deleted when it is closed. */
  public static StoreHome temporary() throws IOException {
    return new StoreHome(Files.createTempDirectory("weir-perf-"), false);
  }

  /** Returns the folder of this name below {@code stores}, created if it is missing. */
  public static StoreHome in(Path stores, String name) throws IOException {
    return new StoreHome(Files.createDirectories(stores.resolve(name)), true);
  }

  /** Returns whether the store already holds its data. */
  public boolean isLoaded() {
    return kept && Files.exists(mark());
  }

  /** Marks the store as filled. */
  public void loaded() throws IOException {
    if (kept) {
      Files.createFile(mark());
    }
  }

  @Override
  public void close() throws IOException {
    if (!kept) {
      delete(path);
    }
  }

  /** Deletes a folder and everything in it. */
  public static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private Path mark() {
    return path.resolveSibling(path.getFileName() + LOADED);
  }
}
