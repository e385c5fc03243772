package io.weir.cli;

import io.weir.api.TableSetting;
import io.weir.cli.accounts.AccountCommand;
import io.weir.cli.accounts.ConnectionStringCommand;
import io.weir.cli.accounts.SasCommand;
import io.weir.cli.accounts.SignCommand;
import io.weir.cli.copy.CopyCommand;
import io.weir.cli.demo.DemoCommand;
import io.weir.cli.options.CommonOptions;
import io.weir.cli.options.ConfigFile;
import io.weir.cli.options.OptionDefaults;
import io.weir.cli.queue.QueueCommand;
import io.weir.cli.serve.RehearseCommand;
import io.weir.cli.serve.ServeCommand;
import io.weir.cli.store.BackupCommand;
import io.weir.cli.store.CheckCommand;
import io.weir.cli.store.ClusterCommand;
import io.weir.cli.store.RepairCommand;
import io.weir.cli.store.ReshardCommand;
import io.weir.cli.store.RestoreCommand;
import io.weir.cli.store.ShardsCommand;
import io.weir.cli.table.AdviseCommand;
import io.weir.cli.table.ChangesCommand;
import io.weir.cli.table.ConsumersCommand;
import io.weir.cli.table.IndexCommand;
import io.weir.cli.table.SearchCommand;
import io.weir.cli.table.SettingCommand;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import io.weir.cli.terminal.Terminal;
import io.weir.cli.transfer.ChangeCommand;
import io.weir.cli.transfer.ExportCommand;
import io.weir.cli.transfer.ImportCommand;
import io.weir.cli.transfer.QueryCommand;
import io.weir.cli.transfer.ValueCommand;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Assembles the commands and runs one. */
final class CommandLines {

  private static final String REHEARSE = "rehearse";
  private static final String COMPLETION = "completion";

  /** Commands that need all commands: their classes, or their options. */
  private static final Set<String> OF_ALL = Set.of(REHEARSE, COMPLETION);

  /** The names of the commands, in the order of the usage: each setting of a table is one. */
  private static final List<String> NAMES = Stream.of(
          List.of(
              "serve", "demo", "import", "query", "export", "copy", "change", "index", "advise",
              "shards", "cluster"),
          List.of("search"),
          TableSetting.ALL.stream().map(TableSetting::name).toList(),
          List.of("queue", "changes", "consumers", "value", "sign", "account", "sas"),
          List.of("connection-string", COMPLETION, REHEARSE),
          List.of("backup", "restore", "repair", "reshard", "check"))
      .flatMap(List::stream)
      .toList();

  private CommandLines() {}

  /** Runs the command that the arguments name and returns the exit code. */
  static int run(Terminal terminal, Map<String, String> environment, String... args) {
    CommandLine weir;
    try {
      var file = ConfigFile.read(environment, args);
      weir = of(terminal, needed(file, args));
      weir.setDefaultValueProvider(new OptionDefaults(environment, file.requireKnownTo(weir)));
      file.exposure().ifPresent(terminal::remark);
    } catch (ParameterException e) {
      return wrongUsage(terminal, e);
    } catch (IOException | CommandFailure e) {
      return FailureMessage.about(e).print(terminal, false);
    }
    return weir.execute(args);
  }

  /**
   * Returns the names of the commands that a run needs. Each command that is made costs
   * milliseconds of every start. A file may name the options of any command, the usage lists all of
   * them, the shell completes all of them, and the archive of classes that is made during
   * {@code rehearse} serves all of them.
   */
  static List<String> needed(ConfigFile file, String... args) {
    return file.path() == null
            && args.length > 0
            && NAMES.contains(args[0])
            && !OF_ALL.contains(args[0])
        ? List.of(args[0])
        : NAMES;
  }

  /** Returns all commands, without values. */
  static CommandLine of(Terminal terminal) {
    return of(terminal, NAMES);
  }

  private static CommandLine of(Terminal terminal, List<String> names) {
    var weir = new CommandLine(new Weir());
    names.forEach(name -> weir.addSubcommand(name, command(name, terminal)));
    return weir.setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setOut(terminal.outWriter())
        .setErr(terminal.errWriter())
        .setParameterExceptionHandler((error, args) -> wrongUsage(terminal, error))
        .setExecutionExceptionHandler((failure, command, parsed) ->
            FailureMessage.about(failure).print(terminal, CommonOptions.isVerbose()));
  }

  private static Object command(String name, Terminal terminal) {
    return switch (name) {
      case "serve" -> new ServeCommand(terminal);
      case "demo" -> new DemoCommand(terminal);
      case "import" -> new ImportCommand(terminal);
      case "query" -> new QueryCommand(terminal);
      case "export" -> new ExportCommand(terminal);
      case "copy" -> new CopyCommand(terminal);
      case "change" -> new ChangeCommand(terminal);
      case "index" -> new IndexCommand(terminal);
      case "advise" -> new AdviseCommand(terminal);
      case "shards" -> new ShardsCommand(terminal);
      case "cluster" -> new ClusterCommand(terminal);
      case "search" -> new SearchCommand(terminal);
      case "queue" -> new QueueCommand(terminal);
      case "changes" -> new ChangesCommand(terminal);
      case "consumers" -> new ConsumersCommand(terminal);
      case "value" -> new ValueCommand(terminal);
      case "sign" -> new SignCommand(terminal);
      case "account" -> new AccountCommand(terminal, new SecureRandom());
      case "sas" -> new SasCommand(terminal, Clock.systemUTC());
      case "connection-string" -> new ConnectionStringCommand(terminal);
      case COMPLETION -> new CompletionCommand(terminal);
      case REHEARSE -> new RehearseCommand(terminal);
      case "backup" -> new BackupCommand(terminal);
      case "restore" -> new RestoreCommand(terminal);
      case "repair" -> new RepairCommand(terminal);
      case "reshard" -> new ReshardCommand(terminal);
      case "check" -> new CheckCommand(terminal);
      default ->
        TableSetting.named(name)
            .map(setting -> SettingCommand.of(setting, terminal))
            .orElseThrow(
                () -> new IllegalArgumentException("there is no such command name=" + name));
    };
  }

  private static int wrongUsage(Terminal terminal, ParameterException error) {
    terminal.remark(error.getMessage() + suggestion(error));
    terminal.remark(
        "Try '" + error.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.WRONG_USAGE;
  }

  /** Returns the commands and options that resemble one that is unknown. */
  private static String suggestion(ParameterException error) {
    if (!(error instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    var command = error.getCommandLine();
    var written = unmatched.getUnmatched().get(0);
    var similar = SimilarNames.of(
        written,
        written.startsWith("-")
            ? command.getCommandSpec().optionsMap().keySet()
            : command.getSubcommands().keySet());
    return similar.isEmpty() ? "" : ". Did you mean " + String.join(" or ", similar) + "?";
  }
}
