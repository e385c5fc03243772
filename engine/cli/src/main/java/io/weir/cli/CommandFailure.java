package io.weir.cli;

/** A command that could not do what it was asked. The message says why and what to do about it, in a line. */
final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailure(String message, int exitCode) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** Something did not work. */
  static CommandFailure failed(String message) {
    return new CommandFailure(message, FailureMessage.FAILED);
  }

  /** Something was asked that makes no sense. */
  static CommandFailure wrongUsage(String message) {
    return new CommandFailure(message, FailureMessage.WRONG_USAGE);
  }

  int exitCode() {
    return exitCode;
  }
}
