package io.weir.perf.peer;

/** A store that is measured beside Weir failed; there is nothing to be done about it. */
public final class PeerFailed extends RuntimeException {

  private static final long serialVersionUID = 1;

  PeerFailed(Exception cause) {
    super("A store that is measured failed.", cause);
  }
}
