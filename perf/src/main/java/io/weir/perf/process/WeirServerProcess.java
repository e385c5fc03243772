package io.weir.perf.process;

import io.weir.cli.Weir;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs {@code weir serve} as a user would start it, over a store of its own. */
public final class WeirServerProcess {

  /** The option for the port of queues; without it the server has none. */
  public static final String QUEUE_PORT = "--queue-port";

  private WeirServerProcess() {}

  /**
   * Starts the server on a free port and blocks until it serves.
   *
   * @param jar of another build; empty for this one
   * @param options further ones of {@code weir serve}
   */
  public static ChildProcess start(Surroundings surroundings, Optional<Path> jar, String... options)
      throws IOException {
    var folder = surroundings.newFolder("weir");
    var data = folder.resolve("data").toString();
    var port = Ports.free();
    // An older build has no queues and does not know the option.
    var isOpen = jar.isPresent() || List.of(options).contains(QUEUE_PORT);
    var queues = isOpen ? Stream.<String>empty() : Stream.of(QUEUE_PORT, "off");
    var arguments = Stream.of(
            Stream.of("serve", "--data", data, "--port", Integer.toString(port)),
            queues,
            Stream.of(options))
        .flatMap(Function.identity())
        .toArray(String[]::new);
    var command = jar.map(other -> JavaCommand.ofJar(other.toAbsolutePath(), arguments))
        .orElseGet(() -> JavaCommand.of(surroundings.jvmOptions(), Weir.class, arguments));
    return ChildProcess.start(surroundings, folder, port, command);
  }
}
