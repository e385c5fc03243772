package io.weir.cli;

/** The failure of a command. The message is one line that states the reason and the remedy. */
final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailure(String message, int exitCode) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** Returns a failure with exit code 1. */
  static CommandFailure failed(String message) {
    return new CommandFailure(message, FailureMessage.FAILED);
  }

  /** Returns a failure with exit code 2, for options that are wrong or contradict each other. */
  static CommandFailure wrongUsage(String message) {
    return new CommandFailure(message, FailureMessage.WRONG_USAGE);
  }

  int exitCode() {
    return exitCode;
  }
}
