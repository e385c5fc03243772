package io.weir.perf.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL over a data folder of its own. If this process is root's, it runs as another user,
 * because it refuses to run as root.
 *
 * <p>It is tuned in its favour: a cache that holds all data, and a log so long that no checkpoint
 * occurs. Everything else has its default, including a force before each commit.
 */
public final class PostgresProcess {

  public static final String USER = "postgres";

  private static final String STANDBY = "standby";

  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");

  private PostgresProcess() {}

  /**
   * Starts the server on a free port and blocks until it serves.
   *
   * @param options further ones of {@code postgres}
   */
  public static ChildProcess start(Surroundings surroundings, String... options)
      throws IOException {
    var bin = programs();
    var folder = newFolder(surroundings);
    Programs.run(asUser(bin, "initdb", "-D", data(folder), "-U", USER, "--auth", "trust"));
    return serve(surroundings, bin, folder, options);
  }

  /**
   * Starts a server and a standby of it on free ports, and blocks until both serve. A commit waits
   * until both have forced it.
   */
  public static Servers.Group startWithStandby(Surroundings surroundings) throws IOException {
    var primary = start(surroundings, "-c", "synchronous_standby_names=" + STANDBY);
    try {
      return new Servers.Group(List.of(primary, standby(surroundings, primary.port())));
    } catch (IOException | RuntimeException e) {
      primary.close();
      throw e;
    }
  }

  private static ChildProcess standby(Surroundings surroundings, int primary) throws IOException {
    var bin = programs();
    var folder = newFolder(surroundings);
    var from = "host=127.0.0.1 port=" + primary + " user=" + USER + " application_name=" + STANDBY;
    Programs.run(asUser(
        bin,
        "pg_basebackup",
        "--pgdata=" + data(folder),
        "--dbname=" + from,
        "--write-recovery-conf",
        "--checkpoint=fast"));
    return serve(surroundings, bin, folder);
  }

  private static Path newFolder(Surroundings surroundings) throws IOException {
    var folder = surroundings.newFolder("postgres");
    own(surroundings.folder(), folder);
    return folder;
  }

  private static String data(Path folder) {
    return folder.resolve("data").toString();
  }

  private static ChildProcess serve(
      Surroundings surroundings, Path bin, Path folder, String... options) throws IOException {
    var port = Ports.free();
    var command = asUser(
        bin,
        "postgres",
        "-D",
        data(folder),
        "-p",
        Integer.toString(port),
        "--listen_addresses=127.0.0.1",
        "--unix_socket_directories=",
        "--shared_buffers=1GB",
        "--max_wal_size=8GB");
    command.addAll(List.of(options));
    return ChildProcess.start(surroundings, folder, port, () -> serves(bin, port), command);
  }

  /** Returns false while it starts: it then accepts connections and refuses them. */
  private static boolean serves(Path bin, int port) {
    var ready = bin.resolve("pg_isready").toString();
    try {
      Programs.run(List.of(ready, "-h", "127.0.0.1", "-p", Integer.toString(port)));
      return true;
    } catch (IOException notYet) {
      return false;
    }
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
