package io.weir.perf.target;

import io.weir.perf.load.Cpu;
import java.io.IOException;

/** A child process that is asked over HTTP. */
sealed interface HttpTarget extends Target permits BareTarget, RestTarget {

  Child server();

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
