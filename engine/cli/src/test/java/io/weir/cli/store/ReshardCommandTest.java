package io.weir.cli.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command between two runs of a service. */
final class ReshardCommandTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir
  Path folder;

  @Test
  void aServiceShowsTheSameEntitiesAfterItsStoreWasRewritten() throws IOException {
    var before = served(true);

    var screen = new Transcript();
    assertThat(run(screen, "--partition-groups", "9")).as(screen.err()).isZero();

    assertThat(screen.out()).contains("in 9 partition groups in place of 4", "The old store is ");
    assertThat(screen.err()).contains("Rewriting: ", "Verifying: ");
    assertThat(served(false)).isEqualTo(before);
    assertThat(folder.resolve("store.old")).isDirectory();
  }

  @Test
  void theOldStoreIsDeletedOnDemand() throws IOException {
    var before = served(true);

    assertThat(run(new Transcript(), "--partition-groups", "9", "--discard-old"))
        .isZero();

    assertThat(folder.resolve("store.old")).doesNotExist();
    assertThat(served(false)).isEqualTo(before);
  }

  @Test
  void aRefusalSaysWhyWithoutAStackTrace() throws IOException {
    var before = served(true);
    var screen = new Transcript();

    assertThat(run(screen, "--partition-groups", "4")).isEqualTo(ExitCode.FAILED);

    assertThat(screen.err())
        .contains("has this number of partition groups")
        .doesNotContain("\tat ");
    assertThat(served(false)).isEqualTo(before);
  }

  @Test
  void aNumberBeyondTheLimitsIsWrongUsage() {
    for (var number : List.of("0", "257")) {
      var screen = new Transcript();
      assertThat(run(screen, "--partition-groups", number)).isEqualTo(ExitCode.WRONG_USAGE);
      assertThat(screen.err()).contains("--partition-groups is 1 to 256");
    }
    assertThat(run(new Transcript(), "--partition-groups", "9", "--discard-old", "--to", "x"))
        .isEqualTo(ExitCode.WRONG_USAGE);
  }

  private int run(Transcript screen, String... options) {
    var command = new String[options.length + 2];
    command[0] = "reshard";
    command[1] = folder.resolve("store").toString();
    System.arraycopy(options, 0, command, 2, options.length);
    return screen.run(Map.of(), command);
  }

  /** Serves the store, fills it on demand, and returns its entities. */
  private List<Map<?, ?>> served(boolean fills) throws IOException {
    try (var service = RunningService.start(folder);
        var client = WeirClient.builder().endpoint(service.endpoint()).connect()) {
      if (fills) {
        client.createTable(BIRDS).block(PATIENCE);
        for (var i = 0; i < 50; i++) {
          client
              .write(
                  BIRDS,
                  new Write.Insert(Entity.builder("p" + i, "r").set("Number", i).build()))
              .block(PATIENCE);
        }
      }
      return client
          .query(BIRDS, Query.ALL)
          .<Map<?, ?>>map(Entity::toMap)
          .collectList()
          .blockOptional(PATIENCE)
          .orElseThrow();
    }
  }
}
