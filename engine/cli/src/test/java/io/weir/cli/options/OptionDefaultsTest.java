package io.weir.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The precedence of settings: command line, environment, file, default. */
final class OptionDefaultsTest {

  @TempDir
  Path folder;

  @Test
  void theDefaultAppliesWhenNothingIsSet() throws IOException {
    assertThat(port(Map.of(), "serve")).isEqualTo("10002");
  }

  @Test
  void theFileOverridesTheDefault() throws IOException {
    var file = file("port=1\n");

    assertThat(port(Map.of(), "serve", "--config", file)).isEqualTo("1");
    assertThat(port(Map.of(), "serve", "--config=" + file)).isEqualTo("1");
    assertThat(port(Map.of("WEIR_CONFIG", file), "serve")).isEqualTo("1");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstName() throws IOException {
    assertThat(port(Map.of(), "serve", "--config", file("\uFEFFport=1\n"))).isEqualTo("1");
  }

  @Test
  void theEnvironmentOverridesTheFile() throws IOException {
    assertThat(port(Map.of("WEIR_PORT", "2"), "serve", "--config", file("port=1\n")))
        .isEqualTo("2");
  }

  @Test
  void theCommandLineOverridesAllOthers() throws IOException {
    var file = file("port=1\n");

    assertThat(port(Map.of("WEIR_PORT", "2"), "serve", "--port", "3", "--config", file))
        .isEqualTo("3");
  }

  @Test
  void anOptionOfSeveralWordsCanBeSetInEnvironmentAndFile() throws IOException {
    var environment = Map.of("WEIR_PARTITION_GROUPS", "4");

    assertThat(value("--partition-groups", environment, "serve")).isEqualTo("4");
    assertThat(
            value("--partition-groups", Map.of(), "serve", "--config", file("partition-groups=8")))
        .isEqualTo("8");
  }

  @Test
  void aMisspeltPropertyIsWrongUsage() throws IOException {
    var screen = new Transcript();

    var exitCode = screen.run(Map.of(), "serve", "--config", file("prot=1\n"));

    assertThat(exitCode).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("There is no option 'prot'").contains("port");
  }

  @Test
  void aMissingFileIsAFailure() {
    var screen = new Transcript();

    var exitCode = screen.run(Map.of("WEIR_CONFIG", folder.resolve("none").toString()), "serve");

    assertThat(exitCode).isEqualTo(ExitCode.FAILED);
    assertThat(screen.err()).startsWith("There is no file ");
  }

  @ParameterizedTest
  @CsvSource({
    "key=YQ==, rw-r--r--, true",
    "account-keys=birds:YQ==, rw----r--, true",
    "key=YQ==, rw-r-----, false",
    "key=YQ==, rw-------, false",
    "port=1, rw-r--r--, false",
  })
  void aFileWithAKeyThatOthersMayReadCausesAWarning(
      String property, String permissions, boolean warned) throws IOException {
    var file = file(property + "\n");
    Files.setPosixFilePermissions(Path.of(file), PosixFilePermissions.fromString(permissions));
    var screen = new Transcript();

    screen.run(Map.of(), "serve", "--help", "--config", file);

    assertThat(screen.err().contains("Warning: Other users may use " + file)).isEqualTo(warned);
    assertThat(screen.err()).doesNotContain("YQ==");
  }

  private String file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "weir", ".properties"), text)
        .toString();
  }

  private static String port(Map<String, String> environment, String... args) throws IOException {
    return value("--port", environment, args);
  }

  private static String value(String option, Map<String, String> environment, String... args)
      throws IOException {
    CommandLine weir = Transcript.commands();
    weir.setDefaultValueProvider(
        new OptionDefaults(environment, ConfigFile.read(environment, args)));
    var parsed = weir.parseArgs(args).subcommand();
    return parsed.commandSpec().findOption(option).getValue().toString();
  }
}
