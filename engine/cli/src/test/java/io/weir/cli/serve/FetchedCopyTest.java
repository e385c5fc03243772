package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.client.WeirClient;
import io.weir.engine.replication.AppliedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose store is damaged goes on with a copy of the leader's, and keeps its votes. */
final class FetchedCopyTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir
  private Path folder;

  private final ServingNodes all = new ServingNodes(Duration.ofMinutes(1));
  private final Map<String, ServingThread> nodes = all.running();

  @AfterEach
  void stop() throws Exception {
    all.close();
  }

  @Test
  void aNodeThatCannotTellWhereItIsNamesTheRemedyWhichWorks() throws Exception {
    for (var id : List.of("a", "b", "c")) {
      start(id);
    }
    var leader = all.leader();
    write(leader, "r1");
    var damaged =
        nodes.keySet().stream().filter(id -> !id.equals(leader)).findFirst().orElseThrow();
    nodes.remove(damaged).close();
    write(leader, "r2");
    Files.writeString(folder.resolve(damaged).resolve(AppliedFile.FILE), "position=12\n");

    assertThat(refused(damaged))
        .contains("file=", AppliedFile.FILE)
        .contains("The other nodes serve without this one")
        .contains("--cluster-fetch-copy");

    start(damaged, "--cluster-fetch-copy");
    all.until(() -> all.page(damaged, "/health/leader").body().contains("leader="));
    var now = all.leader();
    var third = nodes.keySet().stream()
        .filter(id -> !id.equals(now) && !id.equals(damaged))
        .findFirst()
        .orElseThrow();
    nodes.remove(third).close();
    write(all.leader(), "r3"); // with the copied node's vote
    nodes.remove(damaged).close();
    start(damaged);
    write(all.leader(), "r4");
  }

  private void start(String id, String... more) throws Exception {
    nodes.put(id, ServingThread.start(folder.resolve(id), Map.of(), options(id, more)));
  }

  private String[] options(String id, String... more) {
    return all.options(id, List.of("a", "b", "c"), more);
  }

  private String refused(String id) {
    var command = new ArrayList<>(
        List.of("serve", "--port", "0", "--data", folder.resolve(id).toString()));
    command.addAll(List.of(options(id)));
    var screen = new Transcript();
    assertThat(screen.run(Map.of(), command.toArray(String[]::new))).isEqualTo(1);
    return screen.err();
  }

  private void write(String id, String row) {
    try (var client =
        WeirClient.builder().endpoint(nodes.get(id).url()).loops(1).connect()) {
      client.createTable(TABLE).onErrorComplete().block(PATIENCE);
      client
          .write(
              TABLE,
              new Write.Insert(Entity.builder("p", row).set("Name", "tern").build()))
          .block(PATIENCE);
    }
  }
}
