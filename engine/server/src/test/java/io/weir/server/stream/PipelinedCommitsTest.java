package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.WeirClient;
import io.weir.server.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A client sends short joint commits through a pipeline, and each has the outcome of a separate
 * request.
 */
final class PipelinedCommitsTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final EntityKey ABSENT = new EntityKey("absent", "1");
  private static final EntityKey ALSO_ABSENT = new EntityKey("absent", "2");

  private final ModelTableService tables = new ModelTableService();
  private TestServer server;
  private WeirClient client;

  @BeforeEach
  void start() {
    tables.createTable(TABLE).block();
    server = TestServer.over(tables);
    client = Clients.options(server.port()).pipelining(PATIENCE).retries(0).connect();
  }

  @AfterEach
  void stop() {
    Clients.close(client);
    server.close();
  }

  @Test
  void jointCommitsShareOnePipelineAndFailSeparately() {
    tables.write(TABLE, new Write.Insert(bird("p", "7", ""))).block();

    var outcomes = Flux.range(0, 50)
        .flatMap(row -> outcome(client.commit(two("" + row, ""))), 50)
        .collectList()
        .block(PATIENCE);

    assertThat(outcomes)
        .hasSize(50)
        .containsOnlyOnce("EntityAlreadyExists at 0")
        .filteredOn("done"::equals)
        .hasSize(49);
    assertThat(client.statistics().attempts()).isEqualTo(1);
    assertThat(tables.get(TABLE, new EntityKey("q", "49")).block()).isNotNull();
    assertThat(tables.get(TABLE, new EntityKey("q", "7")).blockOptional()).isEmpty();
  }

  /** What fits into no frame of a pipeline is a request of its own. */
  @Test
  void theResultsOfAJointCommitOverAPipelineAreThoseOfARequest() {
    var shorter = client.commit(two("s", "x")).block(PATIENCE);
    var longer = client.commit(two("l", "x".repeat(30_000))).block(PATIENCE);

    assertThat(client.statistics().attempts()).isEqualTo(2);
    for (var results : List.of(shorter, longer)) {
      assertThat(results).hasSize(4);
      assertThat(results.get(0)).isEqualTo(results.get(1)).isNotEqualTo(WriteResult.REMOVED);
      assertThat(results.subList(2, 4)).containsOnly(WriteResult.REMOVED);
    }
    assertThat(tables.get(TABLE, new EntityKey("q", "l")).block()).isNotNull();
  }

  private static Mono<String> outcome(Mono<List<WriteResult>> commit) {
    return commit
        .map(done -> "done")
        .onErrorResume(
            TableServiceException.class,
            refused -> Mono.just(refused.code().code() + " at " + refused.failedOperation()));
  }

  /** Returns a commit of two birds in two partitions, and of two checks. */
  private static JointCommit two(String row, String text) {
    return JointCommit.of(
        TableWrite.of(TABLE, new Write.Insert(bird("p", row, text))),
        TableWrite.of(TABLE, new Write.Insert(bird("q", row, text))),
        TableWrite.absent(TABLE, ABSENT),
        TableWrite.absent(TABLE, ALSO_ABSENT));
  }

  private static Entity bird(String partition, String row, String text) {
    return Entity.builder(partition, row).set("A", text).set("B", text).build();
  }
}
