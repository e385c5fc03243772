package io.weir.perf.process;

import java.nio.file.Path;

/** The folder in which {@code perf/install-peers.sh} puts peers that the system's package manager lacks. */
final class PeerFolder {

  private static final String PROPERTY = "weir.peers";

  private PeerFolder() {}

  /** Returns {@code -Dweir.peers=DIR}, by default {@code .weir-peers} in the user's home. The folder need not exist. */
  static Path folder() {
    var home = Path.of(System.getProperty("user.home"), ".weir-peers");
    return Path.of(System.getProperty(PROPERTY, home.toString())).toAbsolutePath();
  }
}
