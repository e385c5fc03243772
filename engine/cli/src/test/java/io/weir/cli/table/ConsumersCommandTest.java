package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ConsumerName;
import io.weir.api.FeedStart;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that creates, lists, resets and deletes named consumers. */
final class ConsumersCommandTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final ConsumerName SEARCH = new ConsumerName("search");

  private final Transcript screen = new Transcript();
  private final ConsumersCommand command = new ConsumersCommand(screen.terminal());

  @Test
  void aConsumerIsCreatedListedResetAndDeleted(@TempDir Path folder) throws IOException {
    try (var service = RunningService.start(folder);
        var client = WeirClient.builder().endpoint(service.endpoint()).connect()) {
      client.createTable(BIRDS).block();
      var consumers = client.consumers();

      command.list(consumers);
      command.create(consumers, SEARCH, Optional.of(BIRDS), FeedStart.NOW);
      command.create(consumers, new ConsumerName("all"), Optional.empty(), FeedStart.BEGINNING);
      command.list(consumers);
      command.reset(consumers, SEARCH, FeedStart.BEGINNING);
      command.delete(consumers, SEARCH);
      command.delete(consumers, new ConsumerName("all"));
    }

    assertThat(screen.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("no consumers"),
            line -> assertThat(line).matches("search: table Birds, active, lag .*, generation 1"),
            line -> assertThat(line).matches("all: all tables, active, lag .*, generation 1"),
            line -> assertThat(line).startsWith("all: "),
            line -> assertThat(line).startsWith("search: "),
            line -> assertThat(line).endsWith(", generation 2"),
            line -> assertThat(line).isEqualTo("search: deleted"),
            line -> assertThat(line).isEqualTo("all: deleted"));
  }

  @Test
  void theLineSaysWhatIsNotReadYetAndWhatIsLost() {
    var token = ((FeedStart.After) FeedStart.parse("AAAA")).token();
    var lost = new NamedConsumer(
        SEARCH,
        Optional.empty(),
        token,
        3,
        Instant.EPOCH,
        NamedConsumer.State.LOST,
        4096,
        Duration.ofMillis(1250));

    assertThat(ConsumersCommand.text(lost))
        .isEqualTo("search: all tables, LOST, to be reset, lag 4096 bytes, 1.3 s, generation 3");
  }

  @Test
  void wrongOptionsAreRefused() {
    assertThat(screen.run(Map.of(), "consumers")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.run(Map.of(), "consumers", "create", "Search"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.run(Map.of(), "consumers", "reset", "search"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.run(Map.of(), "consumers", "reset", "search", "--from", "12:00"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err())
        .contains("lower-case letters, digits and inner dashes, not 'Search'.")
        .contains("--from is now, beginning, a time, or a token.");
  }
}
