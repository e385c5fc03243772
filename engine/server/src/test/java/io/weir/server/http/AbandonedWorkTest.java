package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.contract.ModelTableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.Dialect;
import io.weir.api.write.Write;
import io.weir.client.WeirClient;
import io.weir.server.EndlessWork;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/** Work is cancelled when its client disconnects or its timeout has passed. */
final class AbandonedWorkTest {

  private static final TableName TABLE = new TableName("Birds");
  private static final Entity OWL = Entity.builder("Owls", "1").build();

  private final EndlessWork work = new EndlessWork();
  private final TestServer server = TestServer.over(work.tables());
  private final WeirClient client =
      WeirClient.builder().endpoint(server.accountUrl()).loops(1).connect();

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/Birds()", "/Birds(PartitionKey='p',RowKey='r')", "/Tables"})
  void lateWorkIsCancelledAndAnsweredWithATimeout(String resource) throws Exception {
    var answer =
        TestRequest.get(server, resource).header(Dialect.TIMEOUT_HEADER, "50").send();

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue("OperationTimedOut");
    assertThat(work.awaitCancel()).isTrue();
  }

  @Test
  void aStreamBeyondItsTimeoutEndsWithTheReason() throws Exception {
    var answer = TestRequest.get(server, "/Birds()")
        .header("Accept", Dialect.NDJSON)
        .header(Dialect.TIMEOUT_HEADER, "1000")
        .send();

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body().lines().toList())
        .satisfies(lines -> assertThat(lines.get(0)).contains("\"RowKey\":\"r\""))
        .satisfies(lines -> assertThat(lines.get(lines.size() - 1))
            .contains("$error")
            .contains("OperationTimedOut"));
    assertThat(work.awaitCancel()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "soon", "99999999999"})
  void anInvalidTimeoutIsRefused(String text) {
    var answer =
        TestRequest.get(server, "/Tables").header(Dialect.TIMEOUT_HEADER, text).send();

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.headers().firstValue("x-ms-error-code")).hasValue("InvalidHeaderValue");
  }

  @Test
  void aSufficientTimeoutChangesNothing() {
    try (var served = TestServer.over(new ModelTableService())) {
      var answer = TestRequest.get(served, "/Tables")
          .header(Dialect.TIMEOUT_HEADER, "60000")
          .send();

      assertThat(answer.statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void cancellingInTheClientCancelsInTheServer(Function<WeirClient, Publisher<?>> operation)
      throws Exception {
    var waiting = Flux.from(operation.apply(client)).subscribe();
    assertThat(work.awaitBegin()).isTrue();

    waiting.dispose();

    assertThat(work.awaitCancel()).isTrue();
  }

  static Stream<Function<WeirClient, Publisher<?>>> operations() {
    return List.<Function<WeirClient, Publisher<?>>>of(
        client -> client.get(TABLE, new EntityKey("p", "r")),
        client -> client.page(TABLE, Query.ALL),
        client -> client.stream(TABLE, Query.ALL),
        client -> client.write(TABLE, new Write.Insert(OWL)))
        .stream();
  }
}
