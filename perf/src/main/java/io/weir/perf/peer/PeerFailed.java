package io.weir.perf.peer;

/** Reports that an embedded peer failed; the measurement cannot go on. */
public final class PeerFailed extends RuntimeException {

  private static final long serialVersionUID = 1;

  PeerFailed(Exception cause) {
    super("embedded peer failed", cause);
  }
}
