package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.options.ConfigFile;
import io.weir.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Usage, help and exit codes. */
final class CommandLinesTest {

  private final Transcript screen = new Transcript();

  @Test
  void withoutACommandTheUsageIsPrinted() {
    assertThat(run()).isZero();

    assertThat(screen.out())
        .contains(
            "serve",
            "demo",
            "import",
            "query",
            "sign",
            "backup",
            "restore",
            "repair",
            "reshard",
            "check",
            "export",
            "queue",
            "Exit codes");
  }

  @Test
  void aRunMakesTheCommandThatItsFirstArgumentNames() {
    var noFile = new ConfigFile(null, Map.of());

    assertThat(CommandLines.needed(noFile, "query", "Strikes", "serve")).containsExactly("query");
  }

  @Test
  void aRunMakesAllCommandsForTheUsageAndForAFile() {
    var all = List.copyOf(Transcript.commands().getSubcommands().keySet());
    var noFile = new ConfigFile(null, Map.of());
    var file = new ConfigFile(Path.of("weir.properties"), Map.of("port", "1"));

    assertThat(CommandLines.needed(noFile)).isEqualTo(all);
    assertThat(CommandLines.needed(noFile, "--verbose", "query")).isEqualTo(all);
    assertThat(CommandLines.needed(noFile, "serv")).isEqualTo(all);
    assertThat(CommandLines.needed(noFile, "rehearse")).as("for the archive").isEqualTo(all);
    assertThat(CommandLines.needed(noFile, "completion")).as("for the shell").isEqualTo(all);
    assertThat(CommandLines.needed(file, "query")).isEqualTo(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"serve", "demo", "import", "query", "sign", "backup", "restore", "check", "export"
      })
  void everyCommandListsItsOptions(String command) {
    assertThat(run(command, "--help")).isZero();

    assertThat(screen.out()).startsWith("Usage: weir " + command).contains("--config", "--verbose");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionDescribesItsDefault(String name, CommandLine command) {
    assertThat(command.getCommandSpec().options())
        .filteredOn(option -> option.arity().max() > 0
            && !option.required()
            && !option.longestName().equals("--config"))
        .allSatisfy(option -> assertThat(String.join(" ", option.description()))
            .as(name + " " + option.longestName())
            .contains("Default: "));
  }

  static Stream<Arguments> commands() {
    return Transcript.commands().getSubcommands().entrySet().stream()
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "serv                                    | Unmatched argument at index 0: 'serv'. Did you mean serve?",
        "qurey People                            | Did you mean query?",
        "search rebiuld People                   | Did you mean rebuild?",
        "serve --prot 1                          | Did you mean --port?",
        "xyzzy                                   | Unmatched argument at index 0: 'xyzzy'",
        "serve --port x                          | Invalid value for option '--port'",
        "serve --port 70000                      | --port is 0 to 65535",
        "serve --loops 0                         | --loops is 1 to 1024",
        "serve --partition-groups 257            | --partition-groups is 1 to 256",
        "serve --durability most                 | expected one of",
        "serve --account NOT                     | is no account",
        "serve --account another                 | needs a key",
        "serve --key %                           | not Base64",
        "import x.csv                            | Missing required option: '--table",
        "import x.csv --table x                  | is no name of a table",
        "index list x                            | is no name of a table",
        "expiry show x                           | is no name of a table",
        "import x.doc --table People             | What is in x.doc?",
        "query People --filter A.eq.1            | --filter cannot be read",
        "query People --filter A>=1              | write 'ge' for '>='",
        "change People p r add:N=1 --when A>=1   | --when cannot be read",
        "index create People byN N --where A>=1  | --where cannot be read",
        "query People --top -1                   | --top is 0 or more",
        "query People --endpoint http://h/       | is no account",
        "query People --endpoint http://h/abc    | needs a key",
        "query People --format xml               | expected one of",
        "sign Tables                             | is not of the form",
        "import x.csv --table People --journal j  | are for the folder of an export",
        "import .                                 | did not write",
        "import . --dry-run                       | --dry-run is for a file",
        "import x.csv --dry-run --single-pass     | go without --single-pass",
        "import x.csv --table People --format xml | expected one of",
        "import x.csv --table People --encoding x | Invalid value for option '--encoding'",
        "export -                                 | name it with --table",
        "export out --format csv                  | name it with --table",
        "export out --table People                | What should be in out?",
        "export out.csv --table People --store s  | --table is for a running service",
        "export out --store no-such-store         | There is no store",
        "restore b d --to-position 1 --to-time x  | not both",
        "restore b d --to-time yesterday          | is of the form",
        "restore b                                | Name the folder of the new store",
        "check no-such-folder                     | The folder does not exist",
        "serve --config                          | Missing required parameter for option '--config'"
      })
  void aMistakeIsReportedInAFewLinesWithItsExitCode(String args, String said) {
    assertThat(run(args.strip().split(" "))).isEqualTo(ExitCode.WRONG_USAGE);

    assertThat(screen.err()).contains(said).doesNotContain("\tat ");
    assertThat(screen.err().lines().count()).isLessThanOrEqualTo(3);
  }

  private int run(String... args) {
    return screen.run(Map.of(), args);
  }
}
