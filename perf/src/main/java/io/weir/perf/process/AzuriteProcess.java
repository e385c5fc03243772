package io.weir.perf.process;

import java.io.IOException;
import java.util.List;

/**
 * A service of the emulator Azurite, installed from npm. It holds everything in memory and writes a
 * file now and then.
 */
public final class AzuriteProcess {

  private AzuriteProcess() {}

  /**
   * Starts a service on a free port and blocks until it serves.
   *
   * @param service {@code table} or {@code queue}
   */
  public static ChildProcess start(Surroundings surroundings, String service) throws IOException {
    var program = Programs.find(
        "azurite-" + service, "run perf/install-peers.sh, which installs it from npm");
    var folder = surroundings.newFolder("azurite");
    var port = Ports.free();
    var command = List.of(
        program.toString(),
        "--location",
        folder.toString(),
        "--" + service + "Host",
        "127.0.0.1",
        "--" + service + "Port",
        Integer.toString(port),
        "--silent",
        "--disableTelemetry",
        "--skipApiVersionCheck");
    return ChildProcess.start(surroundings, folder, port, command);
  }
}
