package io.weir.engine.disk;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file could not be made durable. The system may have dropped what it could not write, so a
 * further force that succeeds says nothing, and the content since the last good force is not to be
 * relied on.
 */
public final class ForceFailed extends IOException {

  private static final long serialVersionUID = 1L;

  public ForceFailed(Path file, IOException cause) {
    super("a file could not be made durable file=" + file, cause);
  }

  /** An action that makes a file durable. */
  @FunctionalInterface
  interface Force {
    void run() throws IOException;
  }

  /** Runs a force, and names its failure. */
  static void unlessForced(Path file, Force force) throws ForceFailed {
    try {
      force.run();
    } catch (IOException e) {
      throw new ForceFailed(file, e);
    }
  }
}
