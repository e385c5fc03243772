package io.weir.perf.endpoint;

import java.io.IOException;

/** A server that runs in this process. Closing waits until it has ended. */
interface Subject extends AutoCloseable {

  int port();

  @Override
  void close() throws IOException;
}
