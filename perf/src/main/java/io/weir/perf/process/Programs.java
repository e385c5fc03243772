package io.weir.perf.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Finds installed programs, and runs those that end by themselves. */
public final class Programs {

  private static final String PEERS = "weir.peers";

  private Programs() {}

  /**
   * Returns the place of a program among the installed peers or on the system's path. Fails with
   * the remedy if it is missing.
   */
  public static Path find(String program, String remedy) throws MissingProgram {
    var path = System.getenv().getOrDefault("PATH", "").split(File.pathSeparator);
    return Stream.concat(
            Stream.of(peers().resolve("node_modules").resolve(".bin")),
            Arrays.stream(path).map(Path::of))
        .map(folder -> folder.resolve(program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new MissingProgram(program, remedy));
  }

  /**
   * Returns the folder in which {@code perf/install-peers.sh} puts peers that the system's package
   * manager lacks: {@code -Dweir.peers=DIR}, by default {@code .weir-peers} in the user's home. It
   * need not exist.
   */
  static Path peers() {
    var home = Path.of(System.getProperty("user.home"), ".weir-peers");
    return Path.of(System.getProperty(PEERS, home.toString())).toAbsolutePath();
  }

  /**
   * Runs a program, blocks until it ends, and returns its output. Fails with its output unless its
   * exit code is 0.
   */
  public static String run(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            "program failed command=" + String.join(" ", command) + " output=" + output);
      }
      return output;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a program ran command=" + command.get(0), e);
    }
  }
}
