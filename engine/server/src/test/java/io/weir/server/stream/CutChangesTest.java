package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.client.DialectChoice;
import io.weir.client.options.UnknownWrites;
import io.weir.server.TestServer;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Changes in place over connections that break at any byte, mostly after the service has carried a
 * change out: every call succeeds, and each is counted once.
 */
final class CutChangesTest {

  private static final TableName TABLE = new TableName("Counters");
  private static final EntityKey COUNTER = new EntityKey("p", "n");
  private static final Write.Change ADD = Write.change(
          COUNTER, PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)))
      .orCreate();
  private static final int CALLS_A_ROUND = 60;
  private static final int WIDTH = 8;
  private static final int MOST_BYTES = 3_000;
  private static final int CUTS = Effort.choose(15, 99, 99);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final ModelTableService tables = new ModelTableService();
  private TestServer server;
  private int calls;

  @BeforeEach
  void start() {
    tables.createTable(TABLE).block();
    server = TestServer.over(tables);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = DialectChoice.class,
      names = {"STREAMING", "REST"})
  void eachChangeIsCountedOnce(DialectChoice dialect) throws IOException {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    try (var proxy = new CuttingProxy(server.port(), CUTS, MOST_BYTES, random)) {
      var client = Clients.options(proxy.port())
          .dialect(dialect)
          .unknownWrites(UnknownWrites.REPEAT)
          .retries(CUTS + 1)
          .firstBackoff(Duration.ofMillis(1))
          .longestBackoff(Duration.ofMillis(5))
          .connect();
      try {
        while (proxy.cutsLeft() > 0) {
          Flux.range(0, CALLS_A_ROUND).flatMap(i -> call(client), WIDTH).blockLast(PATIENCE);
          assertThat(sum()).as("seed=" + seed).isEqualTo(calls);
        }
      } finally {
        Clients.close(client);
      }
    }
  }

  /** Adds one to the counter, in one of four ways. */
  private Mono<?> call(TableService client) {
    var number = calls++;
    var once = new Write.Insert(Entity.builder("p", "x" + number).build());
    return switch (number % 4) {
      case 0 -> client.write(TABLE, ADD);
      case 1 -> client.submit(TABLE, Batch.of(once, ADD));
      case 2 ->
        client.commit(JointCommit.of(TableWrite.of(TABLE, once), TableWrite.of(TABLE, ADD)));
      default ->
        client
            .bulk(TABLE, Flux.just(BulkLine.of(ADD)))
            .last()
            .doOnNext(end -> assertThat(end).isEqualTo(new BulkResult.End(1, 0)));
    };
  }

  private int sum() {
    return tables
        .get(TABLE, COUNTER)
        .blockOptional(PATIENCE)
        .flatMap(entity -> entity.getInt32("N"))
        .orElseThrow();
  }
}
