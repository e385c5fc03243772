package io.weir.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What kind of file standard output is. */
@EnabledOnOs({OS.LINUX, OS.MAC})
final class TerminalTest {

  @TempDir
  Path folder;

  @Test
  void aPipeIsToldFromAFileAndFromADevice() throws Exception {
    var pipe = folder.resolve("pipe");
    var made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assertThat(made.waitFor()).isZero();

    assertThat(Terminal.isPipe(pipe)).isTrue();
    assertThat(Terminal.isPipe(Files.createFile(folder.resolve("file")))).isFalse();
    assertThat(Terminal.isPipe(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void whatTheSystemDoesNotTellIsTakenForAPipe() throws IOException {
    assertThat(Terminal.isPipe(folder.resolve("absent"))).isTrue();
  }
}
