package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard for Grafana asks for meters that a service really has. */
final class DashboardTest {

  private static final Pattern METER = Pattern.compile("\\b((?:weir|jvm)_[a-z_]+)\\{");
  private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)[{ ]");

  @TempDir
  Path folder;

  @Test
  void everyMeterOfTheDashboardIsShownByAService() throws Exception {
    var asked = METER
        .matcher(Files.readString(Path.of("src/main/packaging/grafana.json")))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
    assertThat(asked).hasSizeGreaterThan(20);

    var shown = SAMPLE
        .matcher(metrics())
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());

    assertThat(shown).containsAll(asked);
  }

  /** Returns the second page: the first request is counted when it has ended. */
  private String metrics() throws IOException, InterruptedException {
    try (var service = RunningService.start(folder)) {
      var request =
          HttpRequest.newBuilder(URI.create(service.origin() + "/metrics")).build();
      var client = HttpClient.newHttpClient();
      client.send(request, BodyHandlers.ofString());
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }
}
