package io.weir.perf.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Programs that are installed. */
public final class Programs {

  private Programs() {}

  /** Where a program lies that the system's path has. Fails with the remedy where it has none. */
  public static Path find(String program, String remedy) throws MissingProgram {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new MissingProgram(program, remedy));
  }
}
