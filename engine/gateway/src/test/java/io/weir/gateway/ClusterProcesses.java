package io.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A cluster of HBase with a process for each of its nine servers: {@code perf/hbase-cluster.sh}.
 * Closing stops it.
 */
final class ClusterProcesses implements AutoCloseable {

  private static final Path SCRIPT = Path.of("../../perf/hbase-cluster.sh");
  private static final int MINUTES = 5;

  private final Path folder;
  private final String address;

  private ClusterProcesses(Path folder, String address) {
    this.folder = folder;
    this.address = address;
  }

  /** Starts a new cluster with its data in a folder. Returns when all its servers listen. */
  static ClusterProcesses start(Path folder, int firstPort) throws IOException {
    return new ClusterProcesses(
        folder, script("start", folder.toString(), Integer.toString(firstPort)));
  }

  /** Returns the address of the cluster for {@code weir serve --store}. */
  String address() {
    return address;
  }

  /** Ends a server at once, as {@code kill -9} does. */
  void kill(String name) throws IOException {
    script("kill", folder.toString(), name);
  }

  /** Starts a server that was killed. Returns when it listens. */
  void run(String name) throws IOException {
    script("run", folder.toString(), name);
  }

  @Override
  public void close() throws IOException {
    script("stop", folder.toString());
  }

  /**
   * Returns the last line that the script printed. What the servers inherit of its output must not
   * keep the reader waiting.
   */
  private static String script(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of(SCRIPT.toString()));
    command.addAll(List.of(arguments));
    var out = Files.createTempFile("hbase-cluster", ".out");
    var err = Files.createTempFile("hbase-cluster", ".err");
    try {
      var process = new ProcessBuilder(command)
          .redirectOutput(out.toFile())
          .redirectError(err.toFile())
          .start();
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + ": " + Files.readString(err, UTF_8));
      }
      var lines = Files.readAllLines(out, UTF_8);
      return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
