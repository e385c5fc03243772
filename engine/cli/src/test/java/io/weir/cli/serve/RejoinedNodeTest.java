package io.weir.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/**
 * A node that was away for longer than the log reaches back fetches a copy of the leader's store,
 * and can lead afterwards.
 */
@Tag(Effort.THOROUGHLY)
final class RejoinedNodeTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LETTERS =
      30_000; // 60 kB as UTF-16, which counts for the limit of a property

  /** 42 MB: two files of the agreed log and more. */
  private static final int MANY = 1_400;

  @TempDir
  private Path folder;

  private final ServingNodes all = new ServingNodes(Duration.ofMinutes(2));
  private final Map<String, ServingThread> nodes = all.running();

  @AfterEach
  void stop() throws Exception {
    all.close();
  }

  @Test
  void aNodeThatWasAwayForTooLongFetchesACopyAndCanLead() throws Exception {
    for (var id : List.of("a", "b", "c")) {
      start(id);
    }
    var leader = all.leader();
    write(leader, 0, 10);
    var away =
        nodes.keySet().stream().filter(id -> !id.equals(leader)).findFirst().orElseThrow();
    nodes.remove(away).close();
    write(all.leader(), 10, MANY);
    start(away);
    all.until(() -> all.page(away, "/health/ready").body().contains("restart it"));
    nodes.remove(away).close();

    start(away);

    all.until(() -> all.page(away, "/health/leader").body().contains("leader="));
    write(all.leader(), MANY, MANY + 10);
    for (var round = 0; !all.leader().equals(away); round++) {
      assertThat(round).isLessThan(20);
      var other = all.leader();
      nodes.remove(other).close();
      all.leader();
      start(other);
    }
    assertThat(count(away)).isEqualTo(MANY + 10);
    write(away, MANY + 10, MANY + 20);
    assertThat(folder.resolve(away + ".fetched")).doesNotExist();
    assertThat(folder.resolve(away + ".old")).doesNotExist();
  }

  private void start(String id) throws IOException {
    nodes.put(
        id,
        ServingThread.start(
            folder.resolve(id),
            Map.of(),
            all.options(
                id, List.of("a", "b", "c"), "--cluster-log", "0", "--checkpoint-after", "4")));
  }

  private void write(String id, int from, int to) {
    try (var client = client(id)) {
      client.createTable(TABLE).onErrorComplete().block(PATIENCE);
      Flux.range(from, to - from)
          .flatMap(
              number -> client.write(
                  TABLE,
                  new Write.Insert(Entity.builder("p" + number % 3, "r" + number)
                      .set("Song", "t".repeat(LETTERS))
                      .build())),
              16)
          .blockLast(PATIENCE);
    }
  }

  private long count(String id) {
    try (var client = client(id)) {
      return client
          .query(TABLE, Query.ALL.select("RowKey"))
          .count()
          .blockOptional(PATIENCE)
          .orElseThrow();
    }
  }

  private WeirClient client(String id) {
    return WeirClient.builder().endpoint(nodes.get(id).url()).loops(1).connect();
  }
}
