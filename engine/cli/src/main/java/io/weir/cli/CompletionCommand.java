package io.weir.cli;

import io.weir.cli.options.CommonOptions;
import io.weir.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the script with which a shell completes commands and options. */
@Command(
    name = "completion",
    sortOptions = false,
    description = {
      "Print a script that lets bash and zsh complete commands, options and their values.",
      "Use it at once with: source <(weir completion). To keep it, write it into a file that the shell reads at its start."
    })
@SuppressWarnings("UnusedVariable") // picocli reads and sets the fields
final class CompletionCommand implements Callable<Integer> {

  @Mixin
  private CommonOptions common = new CommonOptions();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    var weir = spec.root();
    terminal.out().print(AutoComplete.bash(weir.name(), weir.commandLine()));
    terminal.out().flush();
    return 0;
  }
}
