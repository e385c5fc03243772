package io.weir.perf.process;

import java.nio.file.Path;

/** Where {@code perf/install-peers.sh} puts what the system's package manager does not have. */
final class PeerFolder {

  private static final String PROPERTY = "weir.peers";

  private PeerFolder() {}

  /** {@code -Dweir.peers=DIR}; otherwise {@code .weir-peers} in the user's home. It need not exist. */
  static Path folder() {
    var home = Path.of(System.getProperty("user.home"), ".weir-peers");
    return Path.of(System.getProperty(PROPERTY, home.toString())).toAbsolutePath();
  }
}
