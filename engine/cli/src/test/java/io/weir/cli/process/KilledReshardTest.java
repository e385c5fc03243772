package io.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.cli.serve.RunningService;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code weir reshard}, killed as soon as a file of one of its steps exists. */
@Tag(Effort.THOROUGHLY)
final class KilledReshardTest {

  private static final TableName BIRDS = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> SMALL = List.of("-Xmx256m");
  private static final int PARTITIONS = 60;
  private static final int ROWS = 100;

  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"store.new/log", "store.new/STORE", "store.new/MANIFEST", "store.old"})
  void aKilledCommandLeavesTheWholeStoreAndCanBeCalledAgain(String file) throws Exception {
    var before = filled();

    var killed = reshard("killed.log");
    while (killed.isAlive() && !Files.exists(folder.resolve(file))) {
      Thread.onSpinWait();
    }
    killed.destroyForcibly().waitFor();

    assertThat(Files.readString(folder.resolve("killed.log"))).doesNotContain("Unexpected");
    assertThat(served()).isEqualTo(before);
    if (!Files.exists(folder.resolve("store.old"))) {
      assertThat(reshard("again.log").waitFor()).isZero();
      assertThat(served()).isEqualTo(before);
    }
  }

  private Process reshard(String log) throws IOException {
    return ChildServer.weir(
        folder.resolve(log),
        SMALL,
        List.of("reshard", folder.resolve("store").toString(), "--partition-groups", "9"));
  }

  /** Fills a store in a process, kills it, and returns the entities. */
  private List<Map<?, ?>> filled() throws Exception {
    try (var server = ChildServer.start(folder.resolve("store"), SMALL, "--partition-groups", "4");
        var client = server.client()) {
      client.createTable(BIRDS).block(PATIENCE);
      IntStream.range(0, PARTITIONS).forEach(partition -> fill(client, "p" + partition));
      return entities(client);
    }
  }

  /** Returns the entities that a service of the store in this process has. */
  private List<Map<?, ?>> served() throws IOException {
    try (var service = RunningService.start(folder);
        var client = WeirClient.builder().endpoint(service.endpoint()).loops(1).connect()) {
      return entities(client);
    }
  }

  private static List<Map<?, ?>> entities(WeirClient client) {
    return client
        .query(BIRDS, Query.ALL)
        .<Map<?, ?>>map(Entity::toMap)
        .collectList()
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  private static void fill(WeirClient client, String partition) {
    var writes = IntStream.range(0, ROWS)
        .<Write>mapToObj(row -> new Write.Insert(
            Entity.builder(partition, "r" + row).set("Number", row).build()))
        .toList();
    client.submit(BIRDS, new Batch(writes)).block(PATIENCE);
  }
}
