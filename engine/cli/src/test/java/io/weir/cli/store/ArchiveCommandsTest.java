package io.weir.cli.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.cli.Transcript;
import io.weir.cli.serve.ServedStore;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** A service with an archive, and the commands that read it. */
final class ArchiveCommandsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir
  Path folder;

  private ServedStore serve(String name) throws IOException {
    return ServedStore.serve(
        folder.resolve(name), "--archive", archive(), "--archive-interval", "1");
  }

  private String archive() {
    return folder.resolve("archive").toString();
  }

  @Test
  void anArchiveIsCheckedAndRestored() throws Exception {
    try (var served = serve("store")) {
      served.insert("Birds", 30);
      await(served, "/metrics", "weir_archive_bases 1.0");
    }
    var again = folder.resolve("again").toString();

    var checked = run("check", archive());
    assertThat(checked.out()).startsWith("Sound: ");
    assertThat(checked.err()).contains("The archive restores any moment from ");
    assertThat(run("restore", archive(), again).out()).startsWith("Restored " + again);
    try (var served = ServedStore.serve(folder.resolve("again"))) {
      assertThat(run("query", "Birds", "--format", "csv", "--endpoint", served.url())
              .out())
          .hasLineCount(31);
    }
    var refused = new Transcript();
    assertThat(refused.run(
            Map.of(),
            "restore",
            archive(),
            folder.resolve("future").toString(),
            "--to-time",
            "2126-01-31T12:00:00Z"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("The archive restores any moment from ");
    assertThat(folder.resolve("future")).doesNotExist();
  }

  @Test
  void theNextServiceGoesOnWithTheArchive() throws Exception {
    try (var served = serve("store")) {
      served.insert("Birds", 3);
      await(served, "/metrics", "weir_archive_bases 1.0");
    }
    try (var served = serve("store")) {
      served.insert("Owls", 3);
      await(served, "/metrics", "weir_archive_lag_bytes 0.0");
      var metrics = show(served, "/metrics");
      assertThat(metrics).contains("weir_archive_gaps 0.0", "weir_archive_troubled 0.0");
      assertThat(metrics).containsPattern("weir_archive_last_success_seconds 1\\.\\d+E9");
      assertThat(metrics).containsPattern("weir_archive_lag_seconds [0-9]");
      assertThat(show(served, "/health/ready")).isEqualTo("ready\n");
    }
  }

  @Test
  void anArchiveThatIsLostIsAWarningOfAServiceThatIsReady() throws Exception {
    try (var served = serve("store")) {
      await(served, "/metrics", "weir_archive_bases 1.0");
      Files.delete(folder.resolve("archive/ARCHIVE"));

      await(served, "/health/ready", "warning=archive seconds=");

      assertThat(show(served, "/health/ready"))
          .startsWith("ready\n")
          .contains("is the disk mounted?")
          .doesNotContain(folder.toString());
      assertThat(show(served, "/health")).isEqualTo("live\n");
      assertThat(show(served, "/metrics")).contains("weir_archive_troubled 1.0", "weir_ready 1.0");
      served.insert("Birds", 3);
    }
  }

  @Test
  void aFolderThatHoldsSomethingElseIsRefusedAtTheStart() throws IOException {
    Files.createDirectories(folder.resolve("archive"));
    Files.writeString(folder.resolve("archive/letter.txt"), "Dear");
    var screen = new Transcript();

    assertThat(screen.run(
            Map.of(),
            "serve",
            "--data",
            folder.resolve("store").toString(),
            "--port",
            "0",
            "--archive",
            archive()))
        .isEqualTo(ExitCode.FAILED);

    assertThat(screen.err()).contains("is no archive and is not empty", "holds=letter.txt");
  }

  private static Transcript run(String... args) {
    var screen = new Transcript();
    assertThat(screen.run(Map.of(), args)).as(screen.err()).isZero();
    return screen;
  }

  private static void await(ServedStore served, String page, String text) throws Exception {
    var giveUp = Instant.now().plus(PATIENCE);
    while (!show(served, page).contains(text)) {
      assertThat(Instant.now()).as(show(served, page)).isBefore(giveUp);
      Mono.delay(Duration.ofMillis(20)).block();
    }
  }

  private static String show(ServedStore served, String page) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(served.origin() + page)).build(),
            BodyHandlers.ofString())
        .body();
  }
}
