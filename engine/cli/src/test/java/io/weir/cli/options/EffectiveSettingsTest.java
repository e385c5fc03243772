package io.weir.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.json.StatusDocument.Setting;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that a command runs with, and where each comes from. */
final class EffectiveSettingsTest {

  @Test
  void eachOptionIsToldWithItsOrigin() {
    var settings = settings(
        Map.of("WEIR_LOOPS", "3"),
        Map.of("data", "/srv/birds", "loops", "5"),
        "--port",
        "7",
        "--accept",
        "a",
        "--accept",
        "b");

    assertThat(settings.get("--port"))
        .isEqualTo(new Setting("--port", Optional.of("7"), "command line", false));
    assertThat(settings.get("--loops"))
        .isEqualTo(new Setting("--loops", Optional.of("3"), "environment", false));
    assertThat(settings.get("--data"))
        .isEqualTo(new Setting("--data", Optional.of("/srv/birds"), "file", false));
    assertThat(settings.get("--host"))
        .isEqualTo(new Setting("--host", Optional.of("127.0.0.1"), "default", false));
    assertThat(settings.get("--collector"))
        .isEqualTo(new Setting("--collector", Optional.empty(), "default", false));
    assertThat(settings.get("--accept").value()).contains("a,b");
    assertThat(settings).doesNotContainKey("--help");
  }

  @Test
  void aKeyIsNotToldWhereverItComesFrom() {
    for (var settings : List.of(
        settings(Map.of(), Map.of(), "--key", "a2V5", "--account-keys", "one:a2V5"),
        settings(Map.of("WEIR_KEY", "a2V5"), Map.of("account-keys", "one:a2V5")))) {
      assertThat(settings.get("--key").value()).isEmpty();
      assertThat(settings.get("--key").secret()).isTrue();
      assertThat(settings.get("--account-keys").value()).isEmpty();
      assertThat(settings.values().toString()).doesNotContain("a2V5");
    }
  }

  @Test
  void thePasswordOfAnAddressIsNotTold() {
    var settings =
        settings(Map.of(), Map.of(), "--collector", "http://owl:secret@collector:4318/v1");

    assertThat(settings.get("--collector").value()).contains("http://collector:4318/v1");
  }

  private static Map<String, Setting> settings(
      Map<String, String> environment, Map<String, String> file, String... args) {
    var example = new Example();
    var line = new CommandLine(example);
    line.setDefaultValueProvider(
        new OptionDefaults(environment, new ConfigFile(Path.of("weir.properties"), file)));
    line.parseArgs(args);
    return EffectiveSettings.of(example.spec).stream()
        .collect(Collectors.toMap(Setting::name, Function.identity()));
  }

  @Command(name = "example", mixinStandardHelpOptions = true)
  @SuppressWarnings("UnusedVariable") // picocli sets the fields
  private static final class Example {

    @Option(names = "--port")
    private int port;

    @Option(names = "--loops")
    private int loops;

    @Option(names = "--data")
    private Path data = Path.of("");

    @Option(names = "--host", defaultValue = "127.0.0.1")
    private String host = "";

    @Option(names = "--key")
    private @Nullable String key;

    @Option(names = "--account-keys")
    private @Nullable String keys;

    @Option(names = "--accept")
    private List<String> accepted = List.of();

    @Option(names = "--collector")
    private @Nullable URI collector;

    @Spec
    private CommandSpec spec = CommandSpec.create();
  }
}
