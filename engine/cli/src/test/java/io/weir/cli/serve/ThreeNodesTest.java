package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.wire.HttpDate;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.client.DialectChoice;
import io.weir.client.WeirClient;
import io.weir.server.files.TestCertificates;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/**
 * Three nodes in this process serve one store, over TLS between them: what a client, a balancer and
 * an operator see of each.
 */
final class ThreeNodesTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** 1.8 MB, several times what a client reads ahead. */
  private static final int LONG_ROWS = 60;

  @TempDir
  private Path folder;

  private final ServingNodes all = new ServingNodes(Duration.ofMinutes(1));
  private final Map<String, ServingThread> nodes = all.running();

  @BeforeEach
  void startThree() throws Exception {
    var certificates = new TestCertificates(folder);
    for (var id : List.of("a", "b", "c")) {
      var files = certificates.issue(id);
      nodes.put(
          id,
          ServingThread.start(
              folder.resolve(id),
              Map.of(),
              all.options(
                  id,
                  List.of("a", "b", "c"),
                  "--advertise",
                  origin(id),
                  "--cluster-tls-cert",
                  files.chain().toString(),
                  "--cluster-tls-key",
                  files.key().toString(),
                  "--cluster-tls-ca",
                  certificates.authority().toString())));
    }
  }

  @AfterEach
  void stop() throws Exception {
    all.close();
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

    assertThat(status())
        .containsPattern("leads +\\d+ +0 +\\d* +\\d+")
        .contains("follows " + leader);

    var chosen =
        nodes.keySet().stream().filter(id -> !id.equals(leader)).findFirst().orElseThrow();
    assertHandsOver(leader, chosen);

    var next = leaderAfterStopOf(chosen);

    assertThat(next).isNotEqualTo(chosen);
    try (var client = client(next)) {
      assertThat(client.get(TABLE, bird("r1").key()).block(PATIENCE)).isNotNull();
      client.write(TABLE, new Write.Insert(bird("r2"))).block(PATIENCE);
    }
    assertThat(printedWithAllAddresses()).contains("r1").contains("r2");
  }

  /**
   * Stops the leader while a client reads a stream from it so slowly that the stop waits for the
   * whole grace. Another node leads before that. Returns its id.
   */
  private String leaderAfterStopOf(String leader) throws Exception {
    try (var client = client(leader)) {
      Flux.range(0, LONG_ROWS)
          .flatMap(n -> client.write(TABLE, new Write.Insert(longBird(n))), 8)
          .blockLast(PATIENCE);
      var slow = new SlowReader();
      client.query(TABLE, Query.ALL).subscribe(slow);
      slow.first.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

      var began = System.nanoTime();
      var stopped = nodes.remove(leader);
      var stopping = CompletableFuture.runAsync(() -> {
        try {
          stopped.close();
        } catch (Exception e) {
          throw new CompletionException(e);
        }
      });
      var next = all.leader();
      var took = Duration.ofNanos(System.nanoTime() - began);

      slow.cancel();
      stopping.get(1, TimeUnit.MINUTES);
      assertThat(took).isLessThan(LocalService.GRACE);
      return next;
    }
  }

  private static Entity longBird(int number) {
    return Entity.builder("long", "r" + number).set("Song", "t".repeat(30_000)).build();
  }

  /** Requests one entity, and no other. */
  private static final class SlowReader extends BaseSubscriber<Entity> {

    private final CompletableFuture<Entity> first = new CompletableFuture<>();

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      request(1);
    }

    @Override
    protected void hookOnNext(Entity entity) {
      first.complete(entity);
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
    screen.run(
        Map.of(), "cluster", "transfer", "--to", to, "--endpoint", nodes.get(at).url());
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

  /** Returns what a command prints that is given the addresses of all nodes. */
  private String printedWithAllAddresses() {
    var screen = new Transcript();
    var all = nodes.values().stream().map(ServingThread::url).collect(Collectors.joining(","));
    assertThat(screen.run(
            Map.of("WEIR_ENDPOINT", all),
            "query",
            TABLE.value(),
            "--filter",
            "PartitionKey eq 'p'"))
        .isZero();
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
    assertReadsItsCopy(follower);
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

  /** Reads of the secondary find what the node has applied, in both dialects. */
  private void assertReadsItsCopy(String id) throws Exception {
    var key = bird("r1").key();
    for (var dialect : List.of(DialectChoice.STREAMING, DialectChoice.REST)) {
      try (var copy = WeirClient.builder()
          .endpoint(nodes.get(id).url() + "-secondary")
          .dialect(dialect)
          .loops(1)
          .retries(0)
          .connect()) {
        all.until(() -> copy.tables().collectList().block(PATIENCE).contains(TABLE)
            && copy.get(TABLE, key).blockOptional(PATIENCE).isPresent());
        assertThat(copy.query(TABLE, Query.ALL).count().block(PATIENCE)).isEqualTo(1);
        assertThat(copy.page(TABLE, Query.ALL).block(PATIENCE).items()).hasSize(1);
        assertThatThrownBy(
                () -> copy.write(TABLE, new Write.Insert(bird("elsewhere"))).block(PATIENCE))
            .isInstanceOf(AccessDeniedException.class);
      }
    }
    all.until(() -> statistics(id).contains("<Status>live</Status>"));
    var stats = statistics(id);
    var synced = HttpDate.read(stats.replaceAll(".*<LastSyncTime>|</LastSyncTime>.*", ""));
    assertThat(synced)
        .hasValueSatisfying(time ->
            assertThat(Duration.between(time, Instant.now())).isLessThan(PATIENCE.plus(PATIENCE)));
  }

  private String statistics(String id) {
    var path = URI.create(nodes.get(id).url() + "-secondary").getRawPath();
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var date = HttpDate.of(Instant.now());
    var request = HttpRequest.newBuilder(
            URI.create(nodes.get(id).url() + "-secondary?restype=service&comp=stats"))
        .header("x-ms-date", date)
        .header("Authorization", key.authorizationLite(date, path, "stats"))
        .build();
    return HttpClient.newHttpClient()
        .sendAsync(request, BodyHandlers.ofString())
        .join()
        .body();
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
        .streamWindowBytes(64 << 10)
        .connect();
  }
}
