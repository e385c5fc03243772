package io.weir.server.operator;

import static io.weir.server.TestRequest.get;
import static io.weir.server.TestRequest.post;
import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.observe.Observing;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.server.TestServer;
import io.weir.server.http.ServerOptions;
import io.weir.server.json.HeatDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shards of a store over HTTP: for the operator. */
final class ShardsTest {

  private static final TableName BIRDS = new TableName("Birds");

  @TempDir
  Path folder;

  private EmbeddedLoops loops;
  private Engine engine;
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    loops = EmbeddedLoops.start(2);
    engine = Engine.open(
        StoreOptions.in(folder)
            .withDurability(Durability.MEMORY)
            .withPartitionGroups(4)
            .withObserving(Observing.EXACT),
        loops.loops());
    server = TestServer.over(engine);
    post(server, "/Tables", "{\"TableName\":\"Birds\"}").send();
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    engine.close();
    loops.close();
  }

  @Test
  void theCostOfEachShardAndTheHottestPartitionsAreShown() {
    for (var row = 0; row < 30; row++) {
      store("hot", "r" + row);
    }
    store("cold", "r");

    var heat = heat();

    assertThat(heat.loops()).hasSize(2);
    assertThat(heat.shards()).hasSize(4);
    assertThat(heat.partitions())
        .extracting(HeatDocument.Partition::partitionKey)
        .startsWith("hot")
        .contains("cold");
    var hot = heat.partitions().get(0);
    assertThat(hot.writes()).isEqualTo(30);
    var shard = heat.shards().get(hot.shard());
    assertThat(shard.commands()).isGreaterThanOrEqualTo(30);
    assertThat(shard.writtenBytes()).isPositive();
    assertThat(shard.busy()).isPositive();
  }

  @Test
  void aMovedShardAnswersOnItsNewLoop() {
    assertThat(heat().shards().get(2).loop()).isZero();

    assertThat(move("2", "1")).isEqualTo(202);

    store("p", "r"); // a request after the move; the shard's turn runs it there
    engine.store().shards().get(2).execute(() -> {});
    while (engine.store().placement().loopOf(2) != 1) {
      Thread.onSpinWait();
    }
    assertThat(heat().moves()).isEqualTo(1);
    assertThat(heat().shards().get(2).loop()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"4,0", "-1,0", "0,2", "0,-1", "x,0", "'',''"})
  void aShardOrALoopThatTheStoreDoesNotHaveIsRefused(String shard, String loop) {
    assertThat(move(shard, loop)).isEqualTo(400);
    assertThat(heat().moves()).isZero();
  }

  @Test
  void onlyTheKeyOfTheAccountShowsShards() {
    assertThat(unsigned(server, "GET", "/?comp=shards", "").send().statusCode()).isEqualTo(403);
    var signature = Signatures.ofAccountWithAllPermissions();
    assertThat(unsigned(server, "GET", "/?comp=shards&" + signature, "").send().statusCode())
        .isEqualTo(403);
    assertThat(request(server, "POST", "/?comp=shards", "")
            .signing("shards")
            .send()
            .statusCode())
        .isEqualTo(405);
  }

  @Test
  void aBackendWithoutShardsSaysSo() {
    try (var other = TestServer.over(
        new ModelTableService(), () -> true, TestServer.operatedBy(AccountName.DEVELOPMENT))) {
      assertThat(get(other, "/?comp=shards").signing("shards").send().statusCode())
          .isEqualTo(501);
    }
  }

  /** The shards hold the partitions of all accounts, and a move slows or speeds up others. */
  @Test
  void anAccountThatIsNotTheOperatorsNeitherSeesNorMovesShards() {
    for (var options : List.of(
        TestServer.operatedBy(new AccountName("operator")),
        ServerOptions.builder().port(0).build())) {
      try (var others = TestServer.over(engine, options)) {
        var seen = get(others, "/?comp=shards").signing("shards").send();

        assertThat(move(others, "2", "1")).isEqualTo(403);
        assertThat(seen.statusCode()).isEqualTo(403);
        assertThat(seen.body()).contains("expected=operatorAccount");
      }
    }
    assertThat(heat().moves()).isZero();
  }

  private int move(String shard, String loop) {
    return move(server, shard, loop);
  }

  private static int move(TestServer server, String shard, String loop) {
    return request(server, "PUT", "/?comp=shards&shard=" + shard + "&loop=" + loop, "")
        .signing("shards")
        .send()
        .statusCode();
  }

  private HeatDocument heat() {
    var answer = get(server, "/?comp=shards").signing("shards").send();
    assertThat(answer.statusCode()).isEqualTo(200);
    return HeatDocument.read(answer.body().getBytes(UTF_8));
  }

  private void store(String partition, String row) {
    var write = new Write.Upsert(Entity.builder(partition, row).build(), WriteMode.REPLACE);
    engine.account(AccountName.DEVELOPMENT).write(BIRDS, write).block();
  }
}
