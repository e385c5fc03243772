package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.cli.Transcript;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.ExitCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The port of the queues: its default, its errors, and what it serves; and what the secondary
 * claims.
 */
final class QueuePortTest {

  @TempDir
  private Path folder;

  @Test
  void theQueuesOfTheStoreAreServed() throws IOException, InterruptedException {
    try (var service = RunningService.start(folder)) {
      var unsigned = HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(service.queues() + "/orders/messages"))
                  .build(),
              BodyHandlers.ofString());

      assertThat(unsigned.statusCode()).isEqualTo(403);
      assertThat(unsigned.body()).contains("<Code>AuthenticationFailed</Code>");
    }
  }

  @Test
  void theProbesAnswerAsOnThePortOfTheTables() throws IOException, InterruptedException {
    try (var service = RunningService.start(folder)) {
      for (var path : List.of("/health", "/health/ready")) {
        var probe =
            HttpRequest.newBuilder(URI.create(service.queues()).resolve(path)).build();

        var answer = HttpClient.newHttpClient().send(probe, BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isIn("live\n", "ready\n");
      }
    }
  }

  @Test
  void aPortInUseFailsTheStartAndReleasesTheStore() throws IOException {
    try (var service = RunningService.start(folder)) {
      var port = URI.create(service.queues()).getPort();
      var other = folder.resolve("other");

      assertThatThrownBy(() -> RunningService.start(other, OptionalInt.of(port)))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("127.0.0.1:" + port)
          .hasMessageContaining("--queue-port");
      RunningService.start(other).close();
    }
  }

  @Test
  void withoutThePortNoQueuesAreServed() throws IOException {
    try (var service = RunningService.start(folder, OptionalInt.empty())) {
      assertThat(service.service().queuesUrl(AccountName.DEVELOPMENT)).isEmpty();
    }
  }

  @Test
  void theDefaultIsThePortOfToolsUnlessAnyFreePortIsTaken() {
    assertThat(queuePort()).hasValue(10001);
    assertThat(queuePort("--port", "8080")).hasValue(10001);
    assertThat(queuePort("--port", "0")).hasValue(0);
    assertThat(queuePort("--port", "0", "--queue-port", "7")).hasValue(7);
    assertThat(queuePort("--queue-port", "off")).isEmpty();
  }

  @Test
  void aPortOutOfRangeIsRefused() {
    var screen = new Transcript();

    var code = screen.run(
        Map.of(), "serve", "--data", folder.resolve("s").toString(), "--queue-port", "65536");

    assertThat(code).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err()).contains("--queue-port is 0 to 65535, or off");
  }

  @Test
  void theSecondaryIsLiveOnRequestOnly() {
    assertThat(parsed().serverOptions().build().liveSecondary()).isFalse();
    assertThat(parsed("--live-secondary").serverOptions().build().liveSecondary())
        .isTrue();
  }

  private static OptionalInt queuePort(String... arguments) {
    return parsed(arguments).queuePort();
  }

  private static ListenOptions parsed(String... arguments) {
    var options = new ListenOptions();
    var parsed = new CommandLine(
            CommandSpec.create().addMixin("listen", CommandSpec.forAnnotatedObject(options)))
        .parseArgs(arguments);
    assertThat(parsed.unmatched()).isEmpty();
    return options;
  }
}
