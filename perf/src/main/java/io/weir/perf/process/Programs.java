package io.weir.perf.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Finds installed programs. */
public final class Programs {

  private Programs() {}

  /** Returns the place of a program on the system's path. Fails with the remedy if it is missing. */
  public static Path find(String program, String remedy) throws MissingProgram {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new MissingProgram(program, remedy));
  }
}
