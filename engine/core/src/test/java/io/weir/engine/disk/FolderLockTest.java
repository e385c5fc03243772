package io.weir.engine.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
  @TempDir
  Path folder;

  @Test
  void aStoreCannotBeOpenedTwiceInAProcess() throws Exception {
    try (FolderLock held = FolderLock.acquire(folder)) {
      assertThatThrownBy(() -> FolderLock.acquire(folder))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("the store is open");
    }

    FolderLock.acquire(folder).close();
  }

  @Test
  void aStoreThatAnotherProcessHasOpenIsRefused() throws Exception {
    Process other = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Holder.class.getName(),
            folder.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("held");

      assertThatThrownBy(() -> FolderLock.acquire(folder)).isInstanceOf(FileSystemException.class);
    } finally {
      other.destroyForcibly();
      assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    FolderLock.acquire(folder).close(); // a killed process holds no lock
  }

  /** The other process: takes the lock, reports it, and keeps it until it is killed. */
  static final class Holder {
    public static void main(String[] args) throws Exception {
      try (FolderLock held = FolderLock.acquire(Path.of(args[0]))) {
        System.out.println("held");
        System.in.transferTo(OutputStream.nullOutputStream());
      }
    }
  }
}
