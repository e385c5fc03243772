package io.weir.perf.service;

import io.weir.cli.terminal.Terminal;
import io.weir.cli.transfer.ValueCommand;
import picocli.CommandLine;

/**
 * {@code weir value} in a process of its own. The launcher of {@code weir} drains the log at its
 * end, and this program has no log library.
 */
public final class ValueProcess {

  private ValueProcess() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    var terminal = Terminal.ofProcess();
    var exitCode = new CommandLine(new ValueCommand(terminal)).execute(args);
    terminal.out().flush();
    System.exit(exitCode);
  }
}
