package io.weir.server.operator;

import static io.weir.server.TestRequest.request;
import static io.weir.server.TestRequest.unsigned;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.server.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store of its own has no nodes, and only its operator is told so. */
final class NodesTest {

  @TempDir
  Path folder;

  private EmbeddedLoops loops;
  private Engine engine;
  private TestServer server;

  @BeforeEach
  void start() throws IOException {
    loops = EmbeddedLoops.start(1);
    engine = Engine.open(
        StoreOptions.in(folder).withDurability(Durability.MEMORY).withPartitionGroups(1),
        loops.loops());
    server = TestServer.over(engine);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    engine.close();
    loops.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "DELETE"})
  void aStoreOfItsOwnHasNoNodes(String verb) {
    var answer =
        request(server, verb, "/?comp=cluster&node=d", "").signing("cluster").send();

    assertThat(answer.statusCode()).isEqualTo(501);
    assertThat(answer.body()).contains("comp=cluster");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "DELETE"})
  void onlyTheKeyOfTheAccountAdmits(String verb) {
    assertThat(unsigned(server, verb, "/?comp=cluster", "").send().statusCode()).isEqualTo(403);
  }

  @Test
  void otherVerbsAreNamed() {
    var answer =
        request(server, "MERGE", "/?comp=cluster", "").signing("cluster").send();

    assertThat(answer.statusCode()).isEqualTo(405);
  }
}
