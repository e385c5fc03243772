package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.wire.HttpDate;
import io.weir.api.wire.SharedKey;
import io.weir.api.write.Write;
import io.weir.cli.Transcript;
import io.weir.client.WeirClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A listener keeps a copy of what three voters serve, and becomes a store when they are gone. */
final class ListenerNodeTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Pattern WHOLE = Pattern.compile("with a Timestamp up to (\\S+)\\.\n");

  @TempDir
  private Path folder;

  private final ServingNodes all = new ServingNodes(Duration.ofMinutes(1));
  private final Map<String, ServingThread> nodes = all.running();

  @AfterEach
  void stop() throws Exception {
    all.close();
  }

  /** One test, because each start of four nodes takes seconds. */
  @Test
  void aListenerServesItsCopyAndBecomesAStoreOfItsOwn() throws Exception {
    for (var id : List.of("a", "b", "c")) {
      nodes.put(id, start(id));
    }
    var leader = all.leader();
    write(leader, "r1");
    addListener(leader);
    write(leader, "r2");
    var acknowledged = writeUntilSynced(leader);

    assertThat(command("status", origin("l"), origin(leader)).out())
        .contains("listens to " + leader)
        .contains("leads");
    assertThat(all.page("l", "/health/leader").body()).contains(" listener=true");
    assertThat(command("transfer", "--to", "l", "--endpoint", nodes.get(leader).url())
            .err())
        .contains("is a listener, which never leads node=l");
    nodes.remove("l").close();
    assertThat(promote("--to", folder.resolve("new").toString(), "--confirm", "birds")
            .err())
        .contains("Something listens at the addresses of a=", "--despite-answers");
    nodes.put("l", start("l"));

    stopVoters();

    all.until(() -> all.page("l", "/health/leader").body().contains("leader=unknown"));
    assertThat(rows("l", "-secondary")).containsAll(rowKeys(acknowledged));
    assertThatThrownBy(() -> write("l", "elsewhere")).isInstanceOf(ServiceBusyException.class);
    nodes.remove("l").close();
    promoteAndServe(acknowledged);
    assertFenced(acknowledged);
  }

  private void addListener(String leader) throws Exception {
    var joined = CompletableFuture.supplyAsync(() -> startUnchecked("l", "--cluster-join"));
    var added = command(
        "add",
        "l=" + all.address("l"),
        "--listener",
        "--endpoint",
        nodes.get(leader).url());
    assertThat(added.out())
        .as(added.err())
        .isEqualTo("The node l is one of the cluster's, as a listener.\n");
    nodes.put("l", joined.get(30, TimeUnit.SECONDS));
  }

  /**
   * Writes until the listener has everything up to a time after the second row. Returns all rows.
   */
  private List<Entity> writeUntilSynced(String leader) throws Exception {
    var began = Instant.now();
    var written = new ArrayList<String>();
    all.until(() -> {
      var row = "x" + written.size();
      write(leader, row);
      written.add(row);
      return synced().filter(began.plusSeconds(1)::isBefore).isPresent();
    });
    try (var client = client(leader, "")) {
      return client.query(TABLE, Query.ALL).collectList().block(PATIENCE);
    }
  }

  private void stopVoters() throws Exception {
    for (var id : List.of("a", "b", "c")) {
      nodes.remove(id).close();
    }
  }

  /** Every acknowledged row up to the time that the command tells is in the new store. */
  private void promoteAndServe(List<Entity> acknowledged) throws Exception {
    var look = promote();
    var time = WHOLE.matcher(look.out());
    assertThat(time.find()).as(look.out() + look.err()).isTrue();
    var whole = EdmDateTime.parse(time.group(1)).ticks();
    assertThat(look.out())
        .contains("The node l is a listener of the cluster birds")
        .contains("--to NEW --confirm birds");
    var to = folder.resolve("new").toString();
    assertThat(promote("--to", to).err()).contains("Give --confirm with the name of the cluster");
    assertThat(promote("--to", to, "--confirm", "fish").err()).contains("which is birds");
    assertThat(Files.exists(folder.resolve("new"))).isFalse();

    var done = promote("--to", to, "--confirm", "birds");

    assertThat(done.out()).as(done.err()).contains("has an identity of its own");
    try (var served = ServingThread.start(folder.resolve("new"), Map.of(), "--segment-size", "16");
        var client = WeirClient.builder().endpoint(served.url()).loops(1).connect()) {
      var found =
          client.query(TABLE, Query.ALL).map(Entity::rowKey).collectList().block(PATIENCE);
      assertThat(found)
          .containsAll(acknowledged.stream()
              .filter(row -> row.timestampTicks() <= whole)
              .map(Entity::rowKey)
              .toList())
          .contains("r1", "r2"); // the time is later than these
      client.write(TABLE, insert("promoted")).block(PATIENCE);
    }
  }

  /** The voters go on with their store and the listener, and the new store is none of theirs. */
  private void assertFenced(List<Entity> acknowledged) throws Exception {
    for (var id : List.of("a", "b")) {
      nodes.put(id, start(id));
    }
    var leader = all.leader();
    assertThat(rows(leader, "")).containsExactlyInAnyOrderElementsOf(rowKeys(acknowledged));
    for (var id : List.of("l", "c")) {
      var screen = new Transcript();
      var arguments = new ArrayList<>(
          List.of("serve", "--port", "0", "--data", folder.resolve("new").toString()));
      arguments.addAll(List.of(node(id)));
      screen.run(Map.of(), arguments.toArray(String[]::new));
      assertThat(screen.err()).contains("The folder holds another store than the other nodes have");
    }
    nodes.put("l", start("l")); // its folder is as it was
    write(leader, "later");
    all.until(() -> rows("l", "-secondary").contains("later"));
  }

  private static List<String> rowKeys(List<Entity> rows) {
    return rows.stream().map(Entity::rowKey).toList();
  }

  private Transcript promote(String... more) {
    return command(
        Stream.concat(Stream.of("promote", folder.resolve("l").toString()), Stream.of(more))
            .toArray(String[]::new));
  }

  /** Returns the time up to which the listener tells that its copy is whole. */
  private Optional<Instant> synced() throws IOException, InterruptedException {
    var url = nodes.get("l").url() + "-secondary";
    var key = SharedKey.of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
    var date = HttpDate.of(Instant.now());
    var request = HttpRequest.newBuilder(URI.create(url + "?restype=service&comp=stats"))
        .header("x-ms-date", date)
        .header("Authorization", key.authorizationLite(date, URI.create(url).getRawPath(), "stats"))
        .build();
    var stats =
        HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return HttpDate.read(stats.replaceAll(".*<LastSyncTime>|</LastSyncTime>.*", ""));
  }

  private ServingThread startUnchecked(String id, String... more) {
    try {
      return start(id, more);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServingThread start(String id, String... more) throws IOException {
    return ServingThread.start(folder.resolve(id), Map.of(), node(id, more));
  }

  /** Only the listener's peers name it. */
  private String[] node(String id, String... more) {
    var peers = id.equals("l") ? List.of("a", "b", "c", "l") : List.of("a", "b", "c");
    return all.options(id, peers, more);
  }

  private String origin(String id) {
    return URI.create(nodes.get(id).url()).resolve("/").toString();
  }

  private static Transcript command(String... arguments) {
    var screen = new Transcript();
    screen.run(
        Map.of(), Stream.concat(Stream.of("cluster"), Stream.of(arguments)).toArray(String[]::new));
    return screen;
  }

  private void write(String id, String row) {
    try (var client = client(id, "")) {
      client.createTable(TABLE).onErrorComplete().block(PATIENCE);
      client.write(TABLE, insert(row)).block(PATIENCE);
    }
  }

  private static Write insert(String row) {
    return new Write.Insert(Entity.builder("p", row).set("Name", "tern").build());
  }

  private List<String> rows(String id, String suffix) {
    try (var client = client(id, suffix)) {
      return client.query(TABLE, Query.ALL).map(Entity::rowKey).collectList().block(PATIENCE);
    }
  }

  private WeirClient client(String id, String suffix) {
    return WeirClient.builder()
        .endpoint(nodes.get(id).url() + suffix)
        .loops(1)
        .retries(0)
        .connect();
  }
}
