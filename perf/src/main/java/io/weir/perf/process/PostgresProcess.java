package io.weir.perf.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL over a data folder of its own. If this process is root's, it runs as another user, because it refuses to run as root.
 *
 * <p>It is tuned in its favour: a cache that holds all data, and a log so long that no checkpoint occurs. Everything else has its
 * default, including a force before each commit.
 */
public record PostgresProcess(ChildProcess child, int port) implements Closeable {

  public static final String USER = "postgres";

  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
  private static final String SOCKETS = "unix_socket_directories=";

  /** Starts the server on a free port and blocks until it serves. */
  public static PostgresProcess start(Surroundings surroundings) throws IOException {
    var bin = programs();
    var folder =
        StoreHome.in(surroundings.folder(), "postgres-" + System.nanoTime()).path();
    var data = folder.resolve("data");
    own(surroundings.folder(), folder);
    Programs.run(asUser(bin, "initdb", "-D", data.toString(), "-U", USER, "--auth", "trust"));
    var port = Ports.free();
    var command = asUser(
        bin,
        "postgres",
        "-D",
        data.toString(),
        "-p",
        Integer.toString(port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        SOCKETS,
        "-c",
        "shared_buffers=1GB",
        "-c",
        "max_wal_size=8GB");
    var child = ChildProcess.start(surroundings, folder, () -> serves(jdbcUrl(port)), command);
    return new PostgresProcess(child, port);
  }

  /** The address of its first database for a JDBC driver. */
  public String jdbcUrl() {
    return jdbcUrl(port);
  }

  private static String jdbcUrl(int port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?reWriteBatchedInserts=true&user="
        + USER;
  }

  /** Returns false while it starts: it then accepts connections and refuses them. */
  private static boolean serves(String url) {
    try (var connection = DriverManager.getConnection(url)) {
      return connection.isValid(0);
    } catch (SQLException notYet) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    child.close();
  }

  /** Returns the program folder of the newest version, as Debian installs it. */
  private static Path programs() throws IOException {
    if (!Files.isDirectory(INSTALLED)) {
      throw missing();
    }
    try (var versions = Files.list(INSTALLED)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Path::compareTo)
          .orElseThrow(PostgresProcess::missing);
    }
  }

  private static MissingProgram missing() {
    return new MissingProgram("PostgreSQL", "run perf/install-peers.sh");
  }

  /** Gives the user of the server access to its folder. */
  private static void own(Path above, Path folder) throws IOException {
    if (isRoot()) {
      Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwx--x--x"));
      Programs.run(List.of("chown", USER, folder.toString()));
    }
  }

  private static List<String> asUser(Path bin, String program, String... options) {
    var command = new ArrayList<String>();
    if (isRoot()) {
      command.addAll(List.of("setpriv", "--reuid", USER, "--regid", USER, "--clear-groups"));
    }
    command.add(bin.resolve(program).toString());
    command.addAll(List.of(options));
    return command;
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
