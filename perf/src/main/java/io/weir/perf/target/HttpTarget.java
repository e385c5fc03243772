package io.weir.perf.target;

import io.weir.perf.http.HttpConnections;
import io.weir.perf.machine.Cpu;
import io.weir.perf.process.ChildProcess;
import java.io.IOException;

/** A target that is a child process with HTTP connections to it. */
sealed interface HttpTarget extends Target permits BareTarget, RestTarget {

  ChildProcess server();

  HttpConnections connections();

  @Override
  default Cpu cpu() {
    return server().cpu();
  }

  @Override
  default void close() throws IOException {
    try (var server = server()) {
      connections().close();
    }
  }
}
