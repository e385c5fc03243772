package io.weir.perf.target;

import java.nio.file.Path;

/** Where {@code perf/install-peers.sh} puts what the system's package manager does not have. */
final class Installed {

  private static final String PROPERTY = "weir.peers";

  private Installed() {}

  /** {@code -Dweir.peers=DIR}; otherwise {@code .weir-peers} in the user's home. It need not exist. */
  static Path folder() {
    var home = Path.of(System.getProperty("user.home"), ".weir-peers");
    return Path.of(System.getProperty(PROPERTY, home.toString())).toAbsolutePath();
  }
}
