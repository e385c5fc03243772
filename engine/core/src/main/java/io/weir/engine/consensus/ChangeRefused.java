package io.weir.engine.consensus;

/**
 * The failure of a change that an operator asked for: of the node that leads, or of the nodes. The
 * message says why, as facts for a log line and for people.
 */
public final class ChangeRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ChangeRefused(String reason) {
    super(reason);
  }

  /** Returns why the change was not made. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
