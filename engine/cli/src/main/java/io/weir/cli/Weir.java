package io.weir.cli;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.PendingLog;
import io.weir.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code weir} command. By itself it prints its usage; the process begins here. */
@Command(
    name = "weir",
    description = "A reactive, non-blocking table service.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Every option of a command can also be given by the environment, --data as WEIR_DATA, or by a file of properties that"
          + " --config names, --data as 'data=...'. The command line comes first, then the environment, the file, the default.",
      "",
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no service answered or it was busy."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
public final class Weir implements Runnable {

  @Mixin
  private CommonOptions common = new CommonOptions();

  @CommandLine.Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and exit.")
  private boolean version;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  Weir() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    // A second safeguard: the jar does not contain the library that reports usage to a third party.
    System.setProperty("chronicle.analytics.disable", "true");
    // Netty would record the history of sampled buffers. Tests record all of them instead.
    setUnlessGiven("io.netty.leakDetection.level", "disabled");
    // Netty would load the Flight Recorder at each start, to tell it of buffers.
    setUnlessGiven("io.netty.jfr.enabled", "false");
    var terminal = Terminal.ofProcess();
    var exitCode = CommandLines.run(terminal, System.getenv(), args);
    terminal.out().flush();
    PendingLog.drain();
    System.exit(exitCode);
  }

  private static void setUnlessGiven(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
