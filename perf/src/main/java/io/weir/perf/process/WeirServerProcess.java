package io.weir.perf.process;

import io.weir.cli.Weir;
import java.io.IOException;

/** {@code weir serve} as a user would start it, over a store of its own. */
public record WeirServerProcess(ChildProcess child, int port) {

  /** Starts the server on a free port and blocks until it serves. */
  public static WeirServerProcess start(Surroundings surroundings, String durability)
      throws IOException {
    var folder =
        StoreHome.in(surroundings.folder(), "weir-" + System.nanoTime()).path();
    var port = Ports.free();
    var command = JavaCommand.of(
        Weir.class,
        "serve",
        "--data",
        folder.resolve("data").toString(),
        "--port",
        Integer.toString(port),
        "--durability",
        durability);
    return new WeirServerProcess(ChildProcess.start(surroundings, folder, port, command), port);
  }
}
