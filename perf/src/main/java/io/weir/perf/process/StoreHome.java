package io.weir.perf.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The folder of a store that is measured: kept for those who measure it next, or deleted when it is closed.
 *
 * <p>One process at a time.
 *
 * @param path the folder, which exists
 * @param kept whether it is there for others
 */
public record StoreHome(Path path, boolean kept) implements AutoCloseable {

  private static final String LOADED = ".loaded";

  /** Makes a folder of its own in {@code java.io.tmpdir}, gone when it is closed. */
  public static StoreHome temporary() throws IOException {
    return new StoreHome(Files.createTempDirectory("weir-perf-"), false);
  }

  /** A folder of this name among others, made when it is missing. */
  public static StoreHome in(Path stores, String name) throws IOException {
    return new StoreHome(Files.createDirectories(stores.resolve(name)), true);
  }

  /** Whether the store in it holds its data already. */
  public boolean isLoaded() {
    return kept && Files.exists(mark());
  }

  /** From now on the store holds its data. */
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
