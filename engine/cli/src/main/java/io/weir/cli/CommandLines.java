package io.weir.cli;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Assembles the commands and runs one. */
final class CommandLines {

  private CommandLines() {}

  /** Runs the command that the arguments name and returns the exit code. */
  static int run(Terminal terminal, Map<String, String> environment, String... args) {
    var weir = of(terminal);
    try {
      var file = ConfigFile.read(environment, args);
      weir.setDefaultValueProvider(new OptionDefaults(environment, file.requireKnownTo(weir)));
      file.exposure().ifPresent(terminal::remark);
    } catch (ParameterException e) {
      return wrongUsage(terminal, e);
    } catch (IOException | CommandFailure e) {
      return FailureMessage.about(e).print(terminal, false);
    }
    return weir.execute(args);
  }

  /** Returns all commands, without values. */
  static CommandLine of(Terminal terminal) {
    return new CommandLine(new Weir())
        .addSubcommand("serve", new ServeCommand(terminal))
        .addSubcommand("demo", new DemoCommand(terminal))
        .addSubcommand("import", new ImportCommand(terminal))
        .addSubcommand("query", new QueryCommand(terminal))
        .addSubcommand("export", new ExportCommand(terminal))
        .addSubcommand("sign", new SignCommand(terminal))
        .addSubcommand("account", new AccountCommand(terminal, new SecureRandom()))
        .addSubcommand("sas", new SasCommand(terminal, Clock.systemUTC()))
        .addSubcommand("backup", new BackupCommand(terminal))
        .addSubcommand("restore", new RestoreCommand(terminal))
        .addSubcommand("check", new CheckCommand(terminal))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setOut(terminal.outWriter())
        .setErr(terminal.errWriter())
        .setParameterExceptionHandler((error, args) -> wrongUsage(terminal, error))
        .setExecutionExceptionHandler((failure, command, parsed) ->
            FailureMessage.about(failure).print(terminal, CommonOptions.isVerbose()));
  }

  /** Returns a command and all its subcommands. */
  static Stream<CommandLine> withSubcommands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(CommandLines::withSubcommands));
  }

  private static int wrongUsage(Terminal terminal, ParameterException error) {
    terminal.remark(String.valueOf(error.getMessage()));
    terminal.remark(
        "Try '" + error.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return FailureMessage.WRONG_USAGE;
  }
}
