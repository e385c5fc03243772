package io.weir.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weir.cli.Transcript;
import io.weir.cli.options.OptionDefaults;
import io.weir.server.http.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/** Everything that the examples for operators name exists: options, files, JVM flags, the port. */
final class PackagingTest {

  private static final Path FOLDER = Path.of("src/main/packaging");
  private static final int QUEUE_PORT = 10_001;
  private static final Pattern SETTING = Pattern.compile("(?m)^#?([a-z][a-z-]*)=");
  private static final Pattern VARIABLE = Pattern.compile("WEIR_[A-Z_]+(?==)");
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");

  /**
   * Options that name the file itself, concern a single call, or duplicate a setting of the file.
   */
  private static final Set<String> NOT_FOR_A_FILE = Set.of("config", "help", "account-keys");

  @TempDir
  Path scratch;

  @Test
  void theExampleNamesEveryOptionOfTheServiceOnce() throws IOException {
    var named = SETTING
        .matcher(text("weir.properties"))
        .results()
        .map(setting -> setting.group(1))
        .toList();
    var options = options().stream()
        .map(OptionDefaults::nameOf)
        .filter(name -> !NOT_FOR_A_FILE.contains(name))
        .collect(Collectors.toSet());

    assertThat(named).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(options);
  }

  @Test
  void theUnitStartsAnExistingCommand() throws Exception {
    var command = List.of(setting("ExecStart").split(" ", -1));

    assertThat(command.get(0)).isEqualTo("/usr/bin/java");
    assertStarts(command.subList(1, command.size()));
  }

  @Test
  void theContainerStartsAnExistingCommand() throws Exception {
    var command = new ArrayList<>(quoted("ENTRYPOINT"));
    command.addAll(quoted("CMD"));

    assertThat(command.get(0)).isEqualTo("java");
    assertStarts(command.subList(1, command.size()));
  }

  @Test
  void theContainerSetsOnlyVariablesOfExistingOptions() throws IOException {
    var known = options().stream().map(OptionDefaults::variableOf).toList();
    var set = VARIABLE
        .matcher(text("Containerfile"))
        .results()
        .map(found -> found.group())
        .toList();

    assertThat(set).contains("WEIR_DATA", "WEIR_HOST").isSubsetOf(known);
  }

  @Test
  void composeSetsOnlyVariablesOfExistingOptionsAndBuildsTheContainer() throws IOException {
    var known = options().stream().map(OptionDefaults::variableOf).toList();
    var compose = text("compose.yaml");
    var set = Pattern.compile("(?m)^ +(WEIR_[A-Z_]+): \"\\d+\"$")
        .matcher(compose)
        .results()
        .map(found -> found.group(1))
        .toList();

    assertThat(set).hasSize(2).isSubsetOf(known);
    assertThat(compose)
        .contains("dockerfile: engine/cli/src/main/packaging/Containerfile")
        .contains("127.0.0.1:" + ServerOptions.DEFAULT_PORT + ":" + ServerOptions.DEFAULT_PORT)
        .contains("weir-data:/var/lib/weir", "/etc/weir/accounts:ro");
    assertThat(FOLDER.resolve("../../../../..").resolve("engine/cli/src/main/packaging"))
        .as("the context is the root of the repository")
        .isDirectory();
  }

  @Test
  void theStatefulSetSetsOnlyVariablesOfExistingOptionsAndNamesItsPods() throws IOException {
    var known = options().stream().map(OptionDefaults::variableOf).toList();
    var set = text("statefulset.yaml");

    assertThat(all("name: (WEIR_[A-Z_]+)", set)).hasSize(4).isSubsetOf(known);
    var pods = List.of("weir-0", "weir-1", "weir-2");
    assertThat(all("replicas: (\\d+)", set)).first().isEqualTo("" + pods.size());
    assertThat(all("(weir-\\d)=weir-\\d\\.weir-nodes:10005", set)).isEqualTo(pods);
    for (var port : List.of(ServerOptions.DEFAULT_PORT, QUEUE_PORT)) {
      assertThat(all(
              "server (weir-\\d) weir-\\d\\.weir-nodes\\.default\\.svc\\.cluster\\.local:" + port,
              set))
          .as("nodes behind the balancer's port %s", port)
          .isEqualTo(pods);
    }
    assertThat(set)
        .contains("check port 10004", "value: \"10004\"", "containerPort: 10004")
        .contains("enableServiceLinks: false", "startupProbe: {httpGet: {path: /health,")
        .contains("GET /health/leader", "path: /health,", "mountPath: /var/lib/weir")
        .contains("terminationGracePeriodSeconds: 120", "runAsUser: 10002")
        .contains("mountPath: /etc/weir/accounts, subPath: accounts");
  }

  private static List<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(one -> one.group(1))
        .toList();
  }

  @Test
  void theExamplesAgreeOnPathsAndPort() throws IOException {
    var container = text("Containerfile");
    var unit = text("weir.service");
    var settings = text("weir.properties");

    assertThat(container)
        .contains("COPY engine/cli/target/weir.jar /opt/weir/weir.jar")
        .contains("EXPOSE " + ServerOptions.DEFAULT_PORT)
        .contains("WEIR_ACCOUNTS=/etc/weir/accounts")
        .contains("-f engine/cli/src/main/packaging/Containerfile");
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<outputFile>${project.build.directory}/weir.jar</outputFile>");
    assertThat(settings).contains("accounts=/etc/weir/accounts");
    assertThat(unit).contains("/etc/weir/accounts", "/opt/weir/weir.jar");
    var writable = "/var/lib/" + setting("StateDirectory") + "/";
    assertThat(settings).contains("\ndata=" + writable);
    assertThat(container).contains("WEIR_DATA=" + writable);
  }

  @Test
  void unitAndContainerAllowMoreTimeForAStopThanRequestsGet() throws IOException {
    var seconds = LocalService.GRACE.toSeconds();

    assertThat(Long.parseLong(setting("TimeoutStopSec"))).isGreaterThan(2 * seconds);
    assertThat(text("Containerfile")).contains("STOPSIGNAL SIGTERM").contains("--time 120");
  }

  /**
   * Detects unknown settings and malformed values; does not check that programs and files exist.
   */
  @Test
  void systemdAcceptsTheUnit() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "systemd is not installed");
    var java = ProcessHandle.current().info().command().orElseThrow();
    var unit = Files.writeString(
        scratch.resolve("weir.service"), text("weir.service").replace("/usr/bin/java", java));

    assertThat(said("/usr/bin/systemd-analyze", "verify", "--man=no", unit.toString()))
        .doesNotContain("weir.service:");
  }

  /**
   * Asserts that the JVM accepts the arguments before the jar, and the command line those after it.
   */
  private static void assertStarts(List<String> arguments) throws Exception {
    var jar = arguments.indexOf("-jar");
    assertThat(arguments.get(jar + 1)).isEqualTo("/opt/weir/weir.jar");
    var jvm = new ArrayList<>(arguments.subList(0, jar));
    jvm.add(0, ProcessHandle.current().info().command().orElseThrow());
    jvm.add("-version");
    assertThat(said(jvm.toArray(String[]::new))).contains("version").doesNotContain("rror:");

    var ours = arguments.subList(jar + 2, arguments.size()).toArray(String[]::new);
    var weir = Transcript.commands();
    assertThatCode(() -> weir.parseArgs(ours)).doesNotThrowAnyException();
    assertThat(ours[0]).isEqualTo("serve");
  }

  /** Returns everything that a program prints. */
  private static String said(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var out = process.getInputStream()) {
      var text = new String(out.readAllBytes(), UTF_8);
      process.waitFor();
      return text;
    }
  }

  private static List<OptionSpec> options() {
    var serve = Transcript.commands().getSubcommands().get("serve");
    return serve.getCommandSpec().options();
  }

  private static String setting(String name) throws IOException {
    return text("weir.service")
        .lines()
        .filter(line -> line.startsWith(name + "="))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> quoted(String instruction) throws IOException {
    var line = text("Containerfile")
        .lines()
        .filter(each -> each.startsWith(instruction + " "))
        .findFirst()
        .orElseThrow();
    return QUOTED.matcher(line).results().map(found -> found.group(1)).toList();
  }

  private static String text(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file));
  }
}
