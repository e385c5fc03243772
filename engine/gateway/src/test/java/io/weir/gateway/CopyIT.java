package io.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.hbase.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/** {@code weir copy} moves tables from one machine to a cluster and back. All three services are {@code weir-hbase.jar}. */
final class CopyIT {

  private static final TableName STRIKES = new TableName("Strikes");
  private static final int ENTITIES = 5_000;

  @TempDir
  Path folder;

  @Test
  void aTableThatWentToAClusterAndBackIsTheSame() throws Exception {
    var port = TestCluster.configuration().get(HConstants.ZOOKEEPER_CLIENT_PORT);
    try (var machine = GatewayProcess.in(folder.resolve("old"));
        var gateway = GatewayProcess.start("hbase://localhost:" + port + "/copied");
        var other = GatewayProcess.in(folder.resolve("new"))) {
      var from = machine.url();
      var to = other.url();
      fill(from);

      copy(from, gateway.url(), "there");
      copy(gateway.url(), to, "back");

      assertThat(contents(to)).isEqualTo(contents(from));
      assertThat(contents(to)).hasSize(ENTITIES);
    }
  }

  private static void fill(String url) {
    try (var client = WeirClient.builder().endpoint(url).connect()) {
      var lines = Flux.range(0, ENTITIES)
          .map(i -> Entity.builder("P" + i % 50, "R" + i)
              .set("Height", i)
              .set("Species", "goose")
              .set("Cost", 1.5 * i)
              .build())
          .map(entity -> BulkLine.of(new Write.Upsert(entity, WriteMode.REPLACE)));
      client.createTable(STRIKES).thenMany(client.bulk(STRIKES, lines)).blockLast();
    }
  }

  private static List<Map<String, EdmValue>> contents(String url) {
    try (var client = WeirClient.builder().endpoint(url).connect()) {
      return client
          .query(STRIKES, Query.ALL)
          .map(Entity::toMap)
          .collectList()
          .blockOptional(TestCluster.PATIENCE)
          .orElseThrow();
    }
  }

  /** The command compares both sides at its end, and fails when they differ. */
  private void copy(String from, String to, String journal)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-jar",
        System.getProperty("weir.hbase.jar"),
        "copy"));
    command.addAll(List.of("--from", from, "--to", to));
    command.addAll(List.of("--journal", folder.resolve(journal).toString()));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var said = process.inputReader(UTF_8)) {
      var lines = said.lines().toList();
      assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
    }
  }
}
