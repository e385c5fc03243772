package io.weir.perf.process;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The emulator {@code azurite-table} from the npm registry. It holds everything in memory and writes a file now and then. */
public record AzuriteProcess(ChildProcess child, int port) implements Closeable {

  private static final String PROGRAM = "azurite-table";
  private static final Path INSTALLED = Path.of("node_modules", ".bin", PROGRAM);

  /** Starts the emulator on a free port and blocks until it serves. */
  public static AzuriteProcess start(Surroundings surroundings) throws IOException {
    var program = program();
    var folder =
        StoreHome.in(surroundings.folder(), "azurite-" + System.nanoTime()).path();
    var port = Ports.free();
    var command = List.of(
        program.toString(),
        "--location",
        folder.toString(),
        "--tableHost",
        "127.0.0.1",
        "--tablePort",
        Integer.toString(port),
        "--silent",
        "--disableTelemetry",
        "--skipApiVersionCheck");
    return new AzuriteProcess(ChildProcess.start(surroundings, folder, port, command), port);
  }

  @Override
  public void close() throws IOException {
    child.close();
  }

  private static Path program() throws MissingProgram {
    var own = Programs.peers().resolve(INSTALLED);
    return Files.isExecutable(own)
        ? own
        : Programs.find(PROGRAM, "run perf/install-peers.sh, which installs it from npm");
  }
}
