package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.client.WeirClient;
import io.weir.server.files.TestCertificates;
import io.weir.testkit.FreePorts;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes in this process serve one store, over TLS between them: what a client, a balancer and
 * an operator see of each.
 */
final class ThreeNodesTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  @TempDir
  private Path folder;

  private final Map<String, ServingThread> nodes = new TreeMap<>();
  private final ServingNodes all = new ServingNodes(nodes, Duration.ofMinutes(1));

  @BeforeEach
  void startThree() throws Exception {
    var certificates = new TestCertificates(folder);
    var peers = List.of("a", "b", "c").stream()
        .map(id -> id + "=127.0.0.1:" + FreePorts.next())
        .collect(Collectors.joining(","));
    for (var id : List.of("a", "b", "c")) {
      var files = certificates.issue(id);
      nodes.put(
          id,
          ServingThread.start(
              folder.resolve(id),
              Map.of(),
              "--cluster",
              "birds",
              "--node",
              id,
              "--peers",
              peers,
              "--advertise",
              origin(id),
              "--cluster-tls-cert",
              files.chain().toString(),
              "--cluster-tls-key",
              files.key().toString(),
              "--cluster-tls-ca",
              certificates.authority().toString(),
              "--segment-size",
              "16"));
    }
  }

  @AfterEach
  void stop() throws Exception {
    for (var node : nodes.values()) {
      node.close();
    }
  }

  /** One test, because each start of three nodes takes seconds. */
  @Test
  void oneNodeServesTheOthersNameItAndTakeOver() throws Exception {
    var leader = all.leader();
    try (var client = client(leader)) {
      client.createTable(TABLE).block(PATIENCE);
      client.write(TABLE, new Write.Insert(bird("r1"))).block(PATIENCE);
    }
    for (var id : List.copyOf(nodes.keySet())) {
      if (id.equals(leader)) {
        assertLeads(id);
      } else {
        assertNames(leader, id);
      }
    }

    assertThat(status()).containsPattern("leads +\\d+  0").contains("follows " + leader);

    var chosen = nodes.keySet().stream()
        .filter(id -> !id.equals(leader))
        .findFirst()
        .orElseThrow();
    assertHandsOver(leader, chosen);

    nodes.remove(chosen).close();

    var next = all.leader();
    assertThat(next).isNotEqualTo(chosen);
    try (var client = client(next)) {
      assertThat(client.get(TABLE, bird("r1").key()).block(PATIENCE)).isNotNull();
      client.write(TABLE, new Write.Insert(bird("r2"))).block(PATIENCE);
    }
  }

  private void assertHandsOver(String leader, String chosen) throws Exception {
    assertThat(transfer(leader, "d").err())
        .contains("InvalidInput", "there is no such node node=d");

    assertThat(transfer(leader, chosen).out())
        .isEqualTo("The node " + chosen + " leads, at " + origin(chosen) + ".\n");

    assertThat(all.leader()).isEqualTo(chosen);
    all.until(() -> all.page(leader, "/health/leader").body().contains("leader=" + chosen));
    assertThat(transfer(leader, chosen).err())
        .contains("ServerBusy", "notLeader leader=" + chosen + " address=" + origin(chosen));
  }

  private Transcript transfer(String at, String to) {
    var screen = new Transcript();
    screen.run(Map.of(), "cluster", "transfer", "--to", to, "--endpoint", nodes.get(at).url());
    return screen;
  }

  /** Returns what the command prints of all nodes. */
  private String status() {
    var screen = new Transcript();
    var command = Stream.concat(
        Stream.of("cluster", "status"),
        nodes.values().stream().map(node -> URI.create(node.url()).resolve("/").toString()));
    assertThat(screen.run(Map.of(), command.toArray(String[]::new))).isZero();
    return screen.out();
  }

  private void assertLeads(String id) throws Exception {
    assertThat(all.page(id, "/health/ready").body()).isEqualTo("ready\n");
    assertThat(all.page(id, "/health/leader").body()).isEqualTo("leader\n");
    assertThat(all.page(id, "/metrics").body())
        .contains("weir_cluster_leading 1.0")
        .contains("weir_cluster_failed 0.0")
        .containsPattern("weir_cluster_peer_silence\\{peer=\"[abc]\"} \\d");
    try (var client = client(id)) {
      assertThatThrownBy(() ->
              client.searches().declare(TABLE, SearchDefinition.of("Name")).block(PATIENCE))
          .hasMessageContaining("lacks=search");
    }
  }

  private void assertNames(String leader, String follower) throws Exception {
    var named = "leader=" + leader + " address=" + origin(leader);
    all.until(() -> all.page(follower, "/health/leader").body().contains(named));
    assertThat(all.page(follower, "/health/leader").statusCode()).isEqualTo(503);
    assertThat(all.page(follower, "/health/ready").statusCode()).isEqualTo(503);
    assertThat(all.page(follower, "/health/ready").body())
        .matches("not ready\nreason=notLeader seconds=\\d+ " + named + "\n");
    assertThat(all.page(follower, "/health").statusCode()).isEqualTo(200);
    assertThat(all.page(follower, "/metrics").body())
        .contains("weir_cluster_leading 0.0")
        .contains("weir_ready 0.0");
    try (var client = client(follower)) {
      assertThatThrownBy(
              () -> client.write(TABLE, new Write.Insert(bird("elsewhere"))).block(PATIENCE))
          .isInstanceOf(ServiceBusyException.class)
          .hasMessageContaining("reason=notLeader " + named);
      assertThatThrownBy(() -> client.get(TABLE, bird("r1").key()).block(PATIENCE))
          .isInstanceOfSatisfying(
              ServiceBusyException.class,
              busy -> assertThat(busy.code()).isEqualTo(ErrorCode.SERVER_BUSY))
          .hasMessageContaining("reason=notLeader");
    }
  }

  private static String origin(String id) {
    return "https://" + id + ".example:10002";
  }

  private static Entity bird(String row) {
    return Entity.builder("p", row).set("Name", "tern").build();
  }

  private WeirClient client(String id) {
    return WeirClient.builder()
        .endpoint(nodes.get(id).url())
        .loops(1)
        .retries(0)
        .connect();
  }
}
