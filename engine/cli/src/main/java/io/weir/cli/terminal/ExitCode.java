package io.weir.cli.terminal;

/** The exit codes of a command that did not succeed. The help of {@code weir} lists them. */
public final class ExitCode {

  /** The command failed. */
  public static final int FAILED = 1;

  /** The options are wrong or contradict each other. */
  public static final int WRONG_USAGE = 2;

  /** No service answered, or it was busy. */
  public static final int UNAVAILABLE = 3;

  private ExitCode() {}
}
