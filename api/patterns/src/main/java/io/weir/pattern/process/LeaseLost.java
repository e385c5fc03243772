package io.weir.pattern.process;

/**
 * Ends the work on a group whose lease another member has taken, or whose rows are gone. Never
 * leaves the package.
 */
final class LeaseLost extends RuntimeException {

  private static final long serialVersionUID = 1;

  LeaseLost() {
    super("lease lost", null, false, false);
  }
}
