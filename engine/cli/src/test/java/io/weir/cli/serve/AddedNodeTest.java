package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node joins three that serve a store, and takes the place of the one that leads. */
final class AddedNodeTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir
  private Path folder;

  private final ServingNodes all = new ServingNodes(Duration.ofMinutes(1));
  private final Map<String, ServingThread> nodes = all.running();

  @AfterEach
  void stop() throws Exception {
    all.close();
  }

  @Test
  void aNewNodeTakesThePlaceOfTheOneThatLeads() throws Exception {
    for (var id : List.of("a", "b", "c")) {
      nodes.put(id, start(id, List.of("a", "b", "c")));
    }
    var first = all.leader();
    write(first, "r1");
    var joined = CompletableFuture.supplyAsync(() -> join("d"));

    var added =
        command("add", "d=" + all.address("d"), "--endpoint", nodes.get(first).url());

    assertThat(added.out()).as(added.err()).isEqualTo("The node d is one of the cluster's.\n");
    assertThat(added.err()).contains("The node d fetches a copy of the store");
    nodes.put("d", joined.get(30, TimeUnit.SECONDS));
    write(first, "r2");
    all.until(() -> all.page("d", "/health/leader").body().contains("leader=" + first));

    var handedOver = command("remove", first, "--endpoint", nodes.get(first).url());
    assertThat(handedOver.err()) // the nodes of this test do not know their ports
        .containsPattern("The node [abcd] leads")
        .contains("run the command again at the one that does");
    var next = all.leader();
    var removed = command("remove", first, "--endpoint", nodes.get(next).url());

    assertThat(removed.out())
        .as(removed.err())
        .isEqualTo("The node " + first + " is none of the cluster's any more.\n");
    all.until(() -> all.page(first, "/health/leader").body().contains("was removed"));
    assertThat(all.page(first, "/health/ready").statusCode()).isEqualTo(503);
    nodes.remove(first).close();
    for (var round = 0; !all.leader().equals("d"); round++) {
      assertThat(round).isLessThan(10);
      var now = all.leader();
      var transferred =
          command("transfer", "--to", "d", "--endpoint", nodes.get(now).url());
      assertThat(transferred.out()).as(transferred.err()).startsWith("The node d leads");
    }
    write("d", "r3");
    assertThat(count("d")).isEqualTo(3);
  }

  @Test
  void aFolderWithAStoreOfItsOwnDoesNotJoin() throws Exception {
    ServingThread.start(folder.resolve("d"), Map.of(), "--segment-size", "16").close();

    var screen = new Transcript();
    var arguments = new ArrayList<>(List.of(
        "serve", "--port", "0", "--data", folder.resolve("d").toString(), "--cluster-join"));
    arguments.addAll(List.of(all.options("d", List.of("a", "b", "d"))));
    screen.run(Map.of(), arguments.toArray(String[]::new));

    assertThat(screen.err()).contains("holds a store of its own; --cluster-join needs an empty");
    assertThat(Files.exists(folder.resolve("d").resolve("cluster"))).isFalse();
  }

  private ServingThread join(String id) {
    try {
      return start(id, List.of("a", "b", "c", id), "--cluster-join");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServingThread start(String id, List<String> peers, String... more) throws IOException {
    return ServingThread.start(folder.resolve(id), Map.of(), all.options(id, peers, more));
  }

  private static Transcript command(String... arguments) {
    var screen = new Transcript();
    screen.run(
        Map.of(), Stream.concat(Stream.of("cluster"), Stream.of(arguments)).toArray(String[]::new));
    return screen;
  }

  private void write(String id, String row) {
    try (var client = client(id)) {
      client.createTable(TABLE).onErrorComplete().block(PATIENCE);
      client
          .write(
              TABLE,
              new Write.Insert(Entity.builder("p", row).set("Name", "tern").build()))
          .block(PATIENCE);
    }
  }

  private long count(String id) {
    try (var client = client(id)) {
      return client.query(TABLE, Query.ALL).count().blockOptional(PATIENCE).orElseThrow();
    }
  }

  private WeirClient client(String id) {
    return WeirClient.builder().endpoint(nodes.get(id).url()).loops(1).connect();
  }
}
