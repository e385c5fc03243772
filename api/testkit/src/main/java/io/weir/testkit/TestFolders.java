package io.weir.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes the folders of tests: in memory while a quick run finds room there, or else on the disk.
 *
 * <p>A store forces every write to its disk, and a test of a store waits mostly for that. What a force makes durable no test on a machine that keeps
 * running can see; the simulated disk shows it. Thorough runs use the disk, so that every test meets a real one too.
 *
 * <p>Threads: any. JUnit finds the class by its name in {@code junit-platform.properties} and calls it for each {@code @TempDir}.
 */
public final class TestFolders implements TempDirFactory {

  private static final Path MEMORY = Path.of("/dev/shm");

  /** More than the tests of two processes hold at a time. A container often has 64 MiB. */
  private static final long ROOM = 6L << 30;

  /** Makes an empty folder, which the caller deletes. */
  public static Path create(String prefix) throws IOException {
    return Effort.isAtLeast(Effort.THOROUGH) || !hasRoom(MEMORY)
        ? Files.createTempDirectory(prefix)
        : Files.createTempDirectory(MEMORY, prefix);
  }

  private static boolean hasRoom(Path folder) throws IOException {
    return Files.isWritable(folder) && Files.getFileStore(folder).getUsableSpace() >= ROOM;
  }

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    return create("weir-test-");
  }
}
