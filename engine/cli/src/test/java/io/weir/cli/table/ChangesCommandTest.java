package io.weir.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.ConsumerName;
import io.weir.api.FeedStart;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.cli.serve.RunningService;
import io.weir.cli.terminal.ExitCode;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** {@code weir changes} against a running service. */
final class ChangesCommandTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");

  @TempDir
  private Path folder;

  private RunningService service;
  private WeirClient client;

  @BeforeEach
  void start() throws IOException {
    service = RunningService.start(folder);
    client = WeirClient.builder().endpoint(service.endpoint()).connect();
    client.createTable(BIRDS).block();
    insert("1");
  }

  @AfterEach
  void stop() {
    client.close();
    service.close();
  }

  @Test
  void existingEntitiesComeFirstThenNewChanges() throws Exception {
    var changes = follow("Birds", "--from", "beginning");
    assertThat(changes.next()).contains("\"cause\":\"existing\"", "\"RowKey\":\"1\"");

    insert("2");

    assertThat(changes.next()).contains("\"cause\":\"write\"", "\"RowKey\":\"2\"");
    assertEndsWhenInterrupted(changes);
  }

  @Test
  void aTokenContinuesAfterItsLine() throws Exception {
    insert("2");
    var first = follow("Birds", "--from", "beginning");
    first.next();
    first.next();
    insert("3");
    var token = TOKEN.matcher(first.next());
    assertThat(token.find()).isTrue();
    assertEndsWhenInterrupted(first);
    insert("4");

    var second = follow("Birds", "--from", token.group(1));

    assertThat(second.next()).contains("\"cause\":\"write\"", "\"RowKey\":\"4\"");
    assertEndsWhenInterrupted(second);
  }

  @Test
  void checkpointsArePrintedOnDemand() throws Exception {
    var changes = follow("--checkpoints");
    assertThat(changes.next()).startsWith("{\"$checkpoint\":{\"token\":");

    insert("2");

    var line = changes.next();
    while (line.startsWith("{\"$checkpoint\":")) {
      line = changes.next();
    }
    assertThat(line).contains("\"cause\":\"write\"", "\"RowKey\":\"2\"");
    assertEndsWhenInterrupted(changes);
  }

  @Test
  void aFilterSelectsChanges() throws Exception {
    var changes = follow("Birds", "--from", "beginning", "--filter", "RowKey gt '2'");

    insert("2");
    insert("3");

    assertThat(changes.next()).contains("\"RowKey\":\"3\"");
    assertEndsWhenInterrupted(changes);
  }

  @Test
  void theEndOfTheServiceEndsTheCommandWithItsReason() throws Exception {
    var changes = follow("Birds", "--from", "beginning");
    changes.next();

    service.close();

    assertThat(changes.end()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(changes.err()).contains("No service answers at the endpoint.");
  }

  @Test
  void droppingTheTableEndsItsFeed() throws Exception {
    var changes = follow("Birds", "--from", "beginning");
    changes.next();

    client.deleteTable(BIRDS).block();

    assertThat(changes.next()).startsWith("{\"$tableDropped\":");
    assertThat(changes.end()).isZero();
  }

  @Test
  void aConsumerReadsOnAfterWhatWasPrinted() throws Exception {
    var search = new ConsumerName("search");
    client.consumers().create(search, Optional.of(BIRDS), FeedStart.NOW).block();
    var before = client.consumers().get(search).block().position();
    insert("2");
    var first = follow("--consumer", "search");
    assertThat(first.next()).contains("\"RowKey\":\"2\"");
    Mono.defer(() -> client.consumers().get(search))
        .filter(now -> !now.position().equals(before))
        .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(10)))
        .block(Duration.ofSeconds(30));
    assertEndsWhenInterrupted(first);
    insert("3");

    var second = follow("--consumer", "search");

    assertThat(second.next()).contains("\"RowKey\":\"3\"");
    assertEndsWhenInterrupted(second);
  }

  @Test
  void aConsumerHasItsOwnPlaceAndTable() throws Exception {
    var changes = follow("Birds", "--consumer", "search");

    assertThat(changes.end()).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(changes.err()).contains("Give --consumer, or TABLE and --from.");
  }

  @Test
  void wrongOptionsAreRefused() {
    var screen = new Transcript();

    assertThat(screen.run(Map.of(), "changes", "--from", "12:00")).isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.run(Map.of(), "changes", "--filter", "Age gt"))
        .isEqualTo(ExitCode.WRONG_USAGE);
    assertThat(screen.err())
        .contains("--from is now, beginning, a time, or a token.")
        .contains("--filter cannot be read.");
  }

  private static void assertEndsWhenInterrupted(FollowedChanges changes) throws Exception {
    changes.interrupt();
    assertThat(changes.end()).isZero();
    assertThat(changes.err()).isEmpty();
  }

  private FollowedChanges follow(String... arguments) throws IOException {
    return FollowedChanges.start(service.endpoint(), arguments);
  }

  private void insert(String row) {
    client
        .write(
            BIRDS,
            new Write.Insert(Entity.builder("Owls", row).set("Name", "Athena").build()))
        .block();
  }
}
