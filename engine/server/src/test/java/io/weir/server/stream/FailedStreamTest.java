package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.wire.Dialect;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import io.weir.testkit.CoreTables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/**
 * A stream that fails midway ends with the reason, after the items before it, and its connection
 * stays open.
 */
final class FailedStreamTest {

  private static final TableName TABLE = new TableName("Numbers");
  private static final int BEFORE = 10;

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.over(new BreakingTables());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLastLineNamesTheReason(boolean isHttp2) {
    var request = TestRequest.get(server, "/Numbers()").header("Accept", Dialect.NDJSON);
    var lines = (isHttp2 ? request.overHttp2() : request).send().body().lines().toList();

    assertThat(lines).hasSize(BEFORE + 1);
    assertThat(lines.get(BEFORE)).startsWith("{\"$error\":{\"code\":\"TableNotFound\"");
  }

  @Test
  void theLastFrameTellsWeirsClientTheReason() {
    var client = Clients.of(server.port());

    StepVerifier.create(client.query(TABLE, Query.ALL))
        .expectNextCount(BEFORE)
        .verifyErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                NotFoundException.class,
                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND)));

    assertThat(client.statistics().attempts()).isEqualTo(1);
    Clients.close(client);
  }

  /** Tables whose streams break after their first entities, as if the table were deleted. */
  private static final class BreakingTables extends CoreTables {

    BreakingTables() {
      super(new ModelTableService());
    }

    @Override
    public Flux<StreamItem> stream(TableName table, Query query) {
      var rows = Flux.range(0, BEFORE)
          .<StreamItem>map(
              number -> new StreamItem.Row(Entity.builder("p", "r" + number).build()));
      return rows.concatWith(Flux.error(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "")));
    }
  }
}
