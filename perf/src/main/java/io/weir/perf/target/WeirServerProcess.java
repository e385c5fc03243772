package io.weir.perf.target;

import io.weir.cli.Weir;
import io.weir.perf.StoreHome;
import java.io.IOException;

/** {@code weir serve} as anyone would start it, over a store of its own. */
record WeirServerProcess(Child child, int port) {

  /** Waits until it serves. */
  static WeirServerProcess start(Surroundings surroundings, String durability) throws IOException {
    var folder =
        StoreHome.in(surroundings.folder(), "weir-" + System.nanoTime()).path();
    var port = Ports.free();
    var command = Child.java(
        Weir.class.getName(),
        "serve",
        "--data",
        folder.resolve("data").toString(),
        "--port",
        Integer.toString(port),
        "--durability",
        durability);
    return new WeirServerProcess(Child.start(surroundings, folder, port, command), port);
  }
}
