package io.weir.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.serve.RunningService;
import io.weir.testkit.Effort;
import io.weir.testkit.FreePorts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands of each page of the guide print what the page says. The folders and ports of the
 * pages are replaced by those of the test. A page that starts no service finds one.
 */
@Tag(Effort.THOROUGHLY)
final class GuideTest {

  private static final Pattern FOLDERS =
      Pattern.compile("(?<![\\w.])/(var/lib/weir|backup|etc/weir|tmp)\\b");
  private static final Pattern PORT = Pattern.compile("\\b100[0-4]\\d\\b");
  private static final Pattern LINK = Pattern.compile("]\\(([^)/]+\\.md)\\)");
  private static final String END = "--- end of a block";
  private static final long PATIENCE_SECONDS = 180;

  private static WarmCommands commands;
  private static RunningService service;

  @TempDir
  Path folder;

  private final Map<String, Integer> ports = new HashMap<>();

  @BeforeAll
  static void start(@TempDir Path store) throws IOException {
    commands = WarmCommands.start();
    service = RunningService.start(store);
  }

  @AfterAll
  static void stop() {
    service.close();
    commands.close();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void thePagePrintsWhatItSays(GuidePage page) throws Exception {
    for (var name : List.of("var/lib/weir", "backup", "etc/weir", "tmp")) {
      Files.createDirectories(folder.resolve(name));
    }
    if (!page.serves()) {
      ports.put("10002", URI.create(service.endpoint()).getPort());
      ports.put("10001", URI.create(service.queues()).getPort());
    }

    var printed = run(page);
    var story = printed + logs();

    var outputs = printed.split(END + "\n", -1);
    var steps = page.steps();
    for (var at = 0; at < steps.size(); at++) {
      assertThat(outputs[at]).as(story).matches(steps.get(at).pattern());
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void thePageShowsTheOutputOfEachBlockAndSaysWhatNoTestRuns(GuidePage page) {
    assertThat(page.steps())
        .isNotEmpty()
        .allSatisfy(step -> assertThat(step.expected()).as(step.commands()).isNotBlank());
    assertThat(page.text()).contains("## What ");
    if (page.text().contains("```console")) {
      assertThat(page.text()).containsPattern("so no test runs (it|them)");
    }
  }

  @Test
  void theListNamesEachPage() throws IOException {
    var names = GuidePage.all().stream().map(GuidePage::toString).toList();

    assertThat(LINK.matcher(new Readme(GuidePage.FOLDER.resolve("README.md")).text())
            .results()
            .map(link -> link.group(1)))
        .containsExactlyInAnyOrderElementsOf(names);
  }

  static List<GuidePage> pages() throws IOException {
    return GuidePage.all();
  }

  private String run(GuidePage page) throws Exception {
    var script = new StringBuilder("trap 'kill $(jobs -p) 2> /dev/null; wait' EXIT\n")
        .append(commands.function(served()))
        .append(settings());
    page.steps()
        .forEach(step -> script.append(here(step.commands())).append("echo '" + END + "'\n"));
    var log = folder.resolve("err").toFile();
    var bash = new ProcessBuilder("bash", "-uo", "pipefail", "-c", script.toString())
        .directory(folder.toFile())
        .redirectError(log);
    bash.environment().keySet().removeIf(name -> name.startsWith("WEIR_"));
    var process = bash.start();
    process.getOutputStream().close();
    try {
      var printed = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      return there(printed);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Returns what the script and its services logged, to tell why an output differs. */
  private String logs() throws IOException {
    var logs = new StringBuilder();
    for (var log : logFiles()) {
      logs.append("--- ").append(log.getFileName()).append('\n').append(Files.readString(log));
    }
    return logs.toString();
  }

  private List<Path> logFiles() throws IOException {
    try (var files = Files.list(folder.resolve("tmp"))) {
      return Stream.concat(
              Stream.of(folder.resolve("err")),
              files.filter(file -> file.toString().endsWith(".log")))
          .toList();
    }
  }

  /** Returns the defaults of the ports and addresses. */
  private String settings() {
    return """
        export WEIR_PORT=%1$d WEIR_QUEUE_PORT=%2$d
        export WEIR_ENDPOINT=http://127.0.0.1:%1$d/devstoreaccount1
        export WEIR_QUEUE_ENDPOINT=http://127.0.0.1:%2$d/devstoreaccount1
        """.formatted(port("10002"), port("10001"));
  }

  /** Puts the folders and ports of the test into commands. */
  private String here(String commands) {
    return PORT.matcher(FOLDERS.matcher(commands).replaceAll(folder + "/$1"))
        .replaceAll(found -> Integer.toString(port(found.group())));
  }

  /** Puts the folders of the page into an output. */
  private String there(String output) {
    return output.replace(folder.toString(), "");
  }

  private int port(String port) {
    return ports.computeIfAbsent(port, absent -> FreePorts.next());
  }

  /** Returns the command that starts a process from the classes of this build. */
  private static String served() {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument ->
            argument.startsWith("--add-") || argument.startsWith("--enable-native-access"))
        .forEach(command::add);
    command.addAll(BriefJvm.UNVERIFIED);
    command.addAll(List.of(BriefJvm.QUICK, "-Xmx256m"));
    command.add("-Dlogback.configurationFile=logback.xml");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.weir.cli.Weir"));
    return command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
  }
}
