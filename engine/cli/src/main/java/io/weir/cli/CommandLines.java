package io.weir.cli;

import io.weir.cli.accounts.AccountCommand;
import io.weir.cli.advise.AdviseCommand;
import io.weir.cli.backup.BackupCommand;
import io.weir.cli.backup.CheckCommand;
import io.weir.cli.backup.ReshardCommand;
import io.weir.cli.backup.RestoreCommand;
import io.weir.cli.changes.ChangesCommand;
import io.weir.cli.changes.FeedCommand;
import io.weir.cli.consumers.ConsumersCommand;
import io.weir.cli.copy.CopyCommand;
import io.weir.cli.demo.DemoCommand;
import io.weir.cli.expiry.ExpiryCommand;
import io.weir.cli.index.IndexCommand;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.ConfigFile;
import io.weir.cli.options.OptionDefaults;
import io.weir.cli.queue.QueueCommand;
import io.weir.cli.rehearse.RehearseCommand;
import io.weir.cli.search.SearchCommand;
import io.weir.cli.serve.ServeCommand;
import io.weir.cli.shards.ShardsCommand;
import io.weir.cli.sign.SasCommand;
import io.weir.cli.sign.SignCommand;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import io.weir.cli.terminal.Terminal;
import io.weir.cli.transfer.ExportCommand;
import io.weir.cli.transfer.ImportCommand;
import io.weir.cli.transfer.QueryCommand;
import io.weir.cli.value.ValueCommand;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
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
        .addSubcommand("copy", new CopyCommand(terminal))
        .addSubcommand("index", new IndexCommand(terminal))
        .addSubcommand("advise", new AdviseCommand(terminal))
        .addSubcommand("shards", new ShardsCommand(terminal))
        .addSubcommand("search", new SearchCommand(terminal))
        .addSubcommand("expiry", new ExpiryCommand(terminal))
        .addSubcommand("queue", new QueueCommand(terminal))
        .addSubcommand("changes", new ChangesCommand(terminal))
        .addSubcommand("feed", new FeedCommand(terminal))
        .addSubcommand("consumers", new ConsumersCommand(terminal))
        .addSubcommand("value", new ValueCommand(terminal))
        .addSubcommand("sign", new SignCommand(terminal))
        .addSubcommand("account", new AccountCommand(terminal, new SecureRandom()))
        .addSubcommand("sas", new SasCommand(terminal, Clock.systemUTC()))
        .addSubcommand("rehearse", new RehearseCommand(terminal))
        .addSubcommand("backup", new BackupCommand(terminal))
        .addSubcommand("restore", new RestoreCommand(terminal))
        .addSubcommand("reshard", new ReshardCommand(terminal))
        .addSubcommand("check", new CheckCommand(terminal))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setOut(terminal.outWriter())
        .setErr(terminal.errWriter())
        .setParameterExceptionHandler((error, args) -> wrongUsage(terminal, error))
        .setExecutionExceptionHandler((failure, command, parsed) ->
            FailureMessage.about(failure).print(terminal, CommonOptions.isVerbose()));
  }

  private static int wrongUsage(Terminal terminal, ParameterException error) {
    terminal.remark(String.valueOf(error.getMessage()));
    terminal.remark(
        "Try '" + error.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.WRONG_USAGE;
  }
}
