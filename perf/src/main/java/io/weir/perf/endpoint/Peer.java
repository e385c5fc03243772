package io.weir.perf.endpoint;

import io.weir.perf.process.MissingProgram;
import io.weir.perf.process.StoreHome;
import io.weir.perf.process.Surroundings;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * The server of a peer, in a folder that goes when this is closed; absent where its program is not installed. Belongs to one thread,
 * which waits.
 */
record Peer<S extends Closeable>(Optional<S> server, StoreHome home) implements AutoCloseable {

  /** Starts a server and waits until it serves. */
  interface Start<S> {
    S in(Surroundings surroundings) throws IOException;
  }

  /** Says what is left out, and how it can be had, where the program is missing. */
  static <S extends Closeable> Peer<S> start(Start<S> start) throws IOException {
    var home = StoreHome.temporary();
    try {
      return new Peer<>(Optional.of(start.in(Surroundings.in(home.path()))), home);
    } catch (MissingProgram missing) {
      System.out.println("Left out: " + missing.getMessage());
      return new Peer<>(Optional.empty(), home);
    } catch (IOException | RuntimeException e) {
      home.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    try (home) {
      if (server.isPresent()) {
        server.get().close();
      }
    }
  }
}
