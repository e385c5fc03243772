package io.weir.perf.process;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** A server of Redis over a folder of its own, without snapshots. */
public final class RedisProcess {

  private RedisProcess() {}

  /**
   * Starts the server on a free port and blocks until it serves.
   *
   * @param options further ones of {@code redis-server}
   */
  public static ChildProcess start(Surroundings surroundings, String... options)
      throws IOException {
    var program = Programs.find("redis-server", "run perf/install-peers.sh").toString();
    var folder = surroundings.newFolder("redis");
    var port = Ports.free();
    var own = List.of(
        program,
        "--port",
        Integer.toString(port),
        "--bind",
        "127.0.0.1",
        "--dir",
        folder.toString(),
        "--save",
        "");
    var command = Stream.concat(own.stream(), Stream.of(options)).toList();
    return ChildProcess.start(surroundings, folder, port, command);
  }
}
