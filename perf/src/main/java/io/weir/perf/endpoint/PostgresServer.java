package io.weir.perf.endpoint;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A cluster of PostgreSQL with every setting at its default, in a folder of its own that goes when this is closed. It must not be
 * root's: root has the user {@code postgres} run it. Belongs to one thread, which waits.
 */
record PostgresServer(Optional<Path> bin, Path folder, int port) implements AutoCloseable {

  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";

  /** One that is not there where no PostgreSQL is installed. */
  static PostgresServer start() throws IOException {
    var folder =
        Path.of(System.getProperty("java.io.tmpdir"), "weir-postgres-" + System.nanoTime());
    var server = new PostgresServer(programs(), folder, freePort());
    if (server.isInstalled()) {
      server.call("initdb", "-D", folder.toString(), "-U", USER, "--auth", "trust");
      server.call(
          "pg_ctl",
          "-D",
          folder.toString(),
          "-w",
          "-l",
          folder.resolve("log").toString(),
          "-o",
          "-p " + server.port + " -k " + folder + " -c listen_addresses=127.0.0.1",
          "start");
    }
    return server;
  }

  boolean isInstalled() {
    return bin.isPresent();
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?reWriteBatchedInserts=true&user="
        + USER;
  }

  @Override
  public void close() throws IOException {
    if (isInstalled()) {
      call("pg_ctl", "-D", folder.toString(), "-m", "fast", "-w", "stop");
      run(List.of("rm", "-r", folder.toString()));
    }
  }

  private static Optional<Path> programs() throws IOException {
    if (!Files.isDirectory(INSTALLED)) {
      return Optional.empty();
    }
    try (var versions = Files.list(INSTALLED)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Path::compareTo);
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void call(String program, String... options) throws IOException {
    var command = new ArrayList<String>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("runuser", "-u", USER, "--"));
    }
    command.add(bin.orElseThrow().resolve(program).toString());
    command.addAll(Arrays.asList(options));
    run(command);
  }

  /** What the program says is thrown away: a server that it starts keeps its output open. */
  private static void run(List<String> command) throws IOException {
    var process = new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectErrorStream(true)
        .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("A program failed. command=" + String.join(" ", command));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
