package io.weir.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes the folders of tests: in memory while there is room, or else on the disk.
 *
 * <p>A store forces every write to its disk, and a test of a store waits mostly for that. What a
 * force makes durable no test on a machine that keeps running can see; the simulated disk shows it.
 * Thorough runs of the modules that write files, the engine and the search, use the disk, so that
 * each of them meets a real one too. {@code -Dweir.disk} names the least effort that uses it.
 *
 * <p>Threads: any. JUnit finds the class by its name in {@code junit-platform.properties} and calls
 * it for each {@code @TempDir}.
 */
public final class TestFolders implements TempDirFactory {

  private static final Effort DISK = Effort.of(System.getProperty("weir.disk", "thorough"));
  private static final Path MEMORY = Path.of("/dev/shm");

  /** More than the tests of two processes hold at a time. A container often has 64 MiB. */
  private static final long ROOM = 6L << 30;

  /** Makes an empty folder, which the caller deletes. */
  public static Path create(String prefix) throws IOException {
    return Effort.isAtLeast(DISK) || !hasRoom(MEMORY)
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
