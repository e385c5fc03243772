package io.weir.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder of its own for a store that is measured; closing it deletes everything in it. */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /** Makes one in {@code java.io.tmpdir}. */
  public static TemporaryFolder create() throws IOException {
    return new TemporaryFolder(Files.createTempDirectory("weir-perf-"));
  }

  @Override
  public void close() throws IOException {
    try (var files = Files.walk(path)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
