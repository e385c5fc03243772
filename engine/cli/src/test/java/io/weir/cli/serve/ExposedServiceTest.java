package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.terminal.ExitCode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A service that other machines can reach: it refuses the published key by default, and serves
 * metrics where the operator wants them.
 */
final class ExposedServiceTest {

  private static final String PUBLISHED =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1", "127.example.invalid"})
  void thePublishedKeyIsNotServedToOtherMachines(String host) {
    for (var command : List.of("serve", "demo")) {
      assertRefused(Map.of(), command, "--host", host);
    }
    assertRefused(Map.of(), "serve", "--host", host, "--account", "birds", "--key", PUBLISHED);
    assertRefused(
        Map.of("WEIR_ACCOUNT_KEYS", "birds:a2V5;devstoreaccount1:a2V5:" + PUBLISHED),
        "serve",
        "--host",
        host);
  }

  private void assertRefused(Map<String, String> environment, String... args) {
    var screen = new Transcript();
    var all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--data", folder.resolve("refused").toString(), "--port", "0"));

    var code = screen.run(environment, all.toArray(String[]::new));

    assertThat(code).as(screen.err()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("published key", "--key", "--host", "--allow-published-key");
    assertThat(Files.exists(folder.resolve("refused"))).isFalse();
  }

  @Test
  void theOperatorMayAllowThePublishedKey() throws Exception {
    try (var serving = ServingThread.start(
        folder.resolve("store"), Map.of(), "--host", "0.0.0.0", "--allow-published-key")) {
      assertThat(status(serving.url() + "/Tables")).isEqualTo(403);
    }
  }

  @Test
  void anAccountWithItsOwnKeyNeedsNoPermission() throws Exception {
    try (var serving = ServingThread.start(
        folder.resolve("store"),
        Map.of("WEIR_KEY", "a2V5"),
        "--account",
        "birds",
        "--host",
        "0.0.0.0")) {
      assertThat(status(serving.url() + "/Tables")).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.2", "::1", "0:0:0:0:0:0:0:1"})
  void thisMachineMayUseThePublishedKey(String host) {
    var settings = new ListenOptions();
    new picocli.CommandLine(settings).parseArgs("--host", host);
    var served = new ServedAccounts(
        io.weir.server.auth.AccountRegistry.of(io.weir.server.auth.Account.development()),
        io.weir.api.AccountName.DEVELOPMENT,
        "",
        true,
        List.of());

    assertThat(settings.requireSecret(served)).isFalse();
  }

  @Test
  void metricsAreOnThePortOfTheServiceByDefault() throws Exception {
    try (var serving = ServingThread.start(folder.resolve("store"), Map.of())) {
      assertThat(status(origin(serving) + "/metrics")).isEqualTo(200);
    }
  }

  @Test
  void metricsCanBeDisabled() throws Exception {
    try (var serving =
        ServingThread.start(folder.resolve("store"), Map.of(), "--metrics-port", "off")) {
      assertThat(status(origin(serving) + "/metrics")).isNotEqualTo(200);
      assertThat(status(origin(serving) + "/health/ready")).isEqualTo(200);
    }
  }

  @Test
  void theConsoleIsServedIfOnlyThisMachineCanReachTheService() throws Exception {
    try (var serving = ServingThread.start(folder.resolve("store"), Map.of())) {
      assertThat(status(origin(serving) + "/console/")).isEqualTo(200);
    }
    try (var serving = ServingThread.start(folder.resolve("store"), Map.of(), "--console", "off")) {
      assertThat(status(origin(serving) + "/console/")).isEqualTo(403);
    }
  }

  @Test
  void theConsoleIsServedToOtherMachinesOnRequest() throws Exception {
    var key = Map.of("WEIR_KEY", "a2V5");
    String[] exposed = {"--account", "birds", "--host", "0.0.0.0"};
    try (var serving = ServingThread.start(folder.resolve("store"), key, exposed)) {
      assertThat(status(origin(serving) + "/console/")).isEqualTo(403);
    }
    String[] shown = {"--account", "birds", "--host", "0.0.0.0", "--console", "on"};
    try (var serving = ServingThread.start(folder.resolve("store"), key, shown)) {
      assertThat(status(origin(serving) + "/console/")).isEqualTo(200);
    }
  }

  @Test
  void anotherValueForTheConsoleIsRefused() {
    var screen = new Transcript();
    var data = folder.resolve("store").toString();

    var code = screen.run(Map.of(), "serve", "--data", data, "--console", "maybe");

    assertThat(code).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("--console is on or off, not 'maybe'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65536", "on", ""})
  void anInvalidMetricsPortIsRefused(String port) {
    var screen = new Transcript();
    var data = folder.resolve("store").toString();

    var code = screen.run(Map.of(), "serve", "--data", data, "--metrics-port", port);

    assertThat(code).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("--metrics-port is 0 to 65535, or off");
  }

  private static String origin(ServingThread serving) {
    return serving.url().substring(0, serving.url().lastIndexOf('/'));
  }

  private static int status(String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
        .statusCode();
  }
}
