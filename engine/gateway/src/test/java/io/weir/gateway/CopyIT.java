package io.weir.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.TableName;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.BulkLine;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.WeirClient;
import io.weir.hbase.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/**
 * {@code weir copy} moves tables from one machine to a cluster and back. All three services are
 * {@code weir-hbase.jar}.
 */
final class CopyIT {

  private static final TableName STRIKES = new TableName("Strikes");
  private static final int ENTITIES = 5_000;

  /** Entities that are copied and noted together. */
  private static final int PAGE = 1_000;

  @TempDir
  Path folder;

  @Test
  void aTableThatWentToAClusterAndBackIsTheSame() throws Exception {
    try (var machine = GatewayProcess.in(folder.resolve("old"));
        var gateway = GatewayProcess.to("copied");
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

  @Test
  void aCopyToAClusterThatIsKilledContinuesWhereItsJournalEnds() throws Exception {
    try (var machine = GatewayProcess.in(folder.resolve("source"));
        var gateway = GatewayProcess.to("resumed")) {
      fill(machine.url());
      var slow = begin(machine.url(), gateway.url(), "killed", "--workers", "1", "--rate", "500");
      awaitCount(gateway.url(), 2 * PAGE + 1);
      slow.destroyForcibly().waitFor();
      // Missing at the end, because the first page is not copied again.
      var first = new EntityKey("P0", "R0");
      try (var client = WeirClient.builder().endpoint(gateway.url()).connect()) {
        client.write(STRIKES, new Write.Delete(first, IfMatch.ANY)).block(TestCluster.PATIENCE);
      }

      end(begin(machine.url(), gateway.url(), "killed", "--workers", "1", "--no-compare"));

      var expected = new ArrayList<>(contents(machine.url()));
      expected.remove(0);
      assertThat(contents(gateway.url())).isEqualTo(expected);
    }
  }

  private static void awaitCount(String url, int entities) {
    try (var client = WeirClient.builder().endpoint(url).connect()) {
      client
          .count(STRIKES, Query.ALL)
          .map(QueryReport::returned)
          .onErrorReturn(0L) // the table is not there yet
          .filter(count -> count >= entities)
          .repeatWhenEmpty(looks -> looks.delayElements(Duration.ofMillis(50)))
          .block(TestCluster.PATIENCE);
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
    end(begin(from, to, journal));
  }

  private Process begin(String from, String to, String journal, String... options)
      throws IOException {
    var command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-jar",
        System.getProperty("weir.hbase.jar"),
        "copy"));
    command.addAll(List.of("--from", from, "--to", to));
    command.addAll(List.of("--journal", folder.resolve(journal).toString()));
    command.addAll(List.of(options));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void end(Process process) throws IOException, InterruptedException {
    try (var said = process.inputReader(UTF_8)) {
      var lines = said.lines().toList();
      assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
    }
  }
}
