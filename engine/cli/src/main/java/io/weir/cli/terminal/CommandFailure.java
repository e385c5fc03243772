package io.weir.cli.terminal;

/** The failure of a command. The message is one line that states the reason and the remedy. */
public final class CommandFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private CommandFailure(String message, int exitCode) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  /** Returns a failure with exit code 1. */
  public static CommandFailure failed(String message) {
    return new CommandFailure(message, ExitCode.FAILED);
  }

  /** Returns a failure with exit code 2, for options that are wrong or contradict each other. */
  public static CommandFailure wrongUsage(String message) {
    return new CommandFailure(message, ExitCode.WRONG_USAGE);
  }

  /** Returns one of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
