package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.wire.Frame;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The behaviour of every request to a remote service when it is cancelled, refused or late. */
final class RemoteSignalsTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").build();
  private static final Write INSERT = new Write.Insert(ENTITY);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration DEADLINE = Duration.ofHours(1);

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final ScriptedServer server = new ScriptedServer();
  private final WeirClient client = server
      .client()
      .deadline(DEADLINE.multipliedBy(2))
      .silenceTimeout(DEADLINE.multipliedBy(3))
      .connect();

  @SuppressWarnings("ImmutableEnumChecker") // functions of their arguments alone
  enum Request {
    CREATE_TABLE(service -> service.createTable(TABLE)),
    DELETE_TABLE(service -> service.deleteTable(TABLE)),
    TABLE_NAME(service -> service.table(TABLE)),
    PAGE_OF_TABLES(service -> service.tables(Query.ALL)),
    TABLES(service -> service.tables()),
    GET(service -> service.get(TABLE, ENTITY.key())),
    WRITE(service -> service.write(TABLE, INSERT)),
    SUBMIT(service -> service.submit(TABLE, Batch.of(INSERT))),
    BULK(service -> service.bulk(TABLE, Flux.just(BulkLine.of(INSERT)))),
    DELETE_RANGE(service -> service.deleteRange(TABLE, Filter.ALL)),
    CREATE_INDEX(service -> service.createIndex(TABLE, IndexDefinition.of("byAge", "Age"))),
    INDEXES(service -> service.indexes(TABLE)),
    DROP_INDEX(service -> service.dropIndex(TABLE, new IndexName("byAge"))),
    COUNT(service -> service.count(TABLE, Query.ALL)),
    PAGE(service -> service.page(TABLE, Query.ALL)),
    STREAM(service -> service.stream(TABLE, Query.ALL)),
    QUERY(service -> service.query(TABLE, Query.ALL));

    private final Function<TableService, Publisher<?>> call;

    Request(Function<TableService, Publisher<?>> call) {
      this.call = call;
    }

    Flux<Object> to(TableService service) {
      return Flux.from(call.apply(service));
    }
  }

  @ParameterizedTest
  @EnumSource
  void cancellingEmitsNoSignalAndStopsTheService(Request request) {
    neverAnswer();

    StepVerifier.create(request.to(client), 0)
        .expectSubscription()
        .thenRequest(1)
        .then(() -> await(arrived))
        .thenCancel()
        .verify(PATIENCE);

    await(stopped);
    assertThat(client.statistics().underWay()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedRequestIsSentOnceAndFailsOnce(Request request) {
    server.thenRefusal(
        new Frame.Failure(new InvalidRequestException(ErrorCode.INVALID_INPUT, "a=b")));

    StepVerifier.create(request.to(client))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                InvalidRequestException.class,
                refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT)))
        .verify(PATIENCE);

    assertThat(server.requests()).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aRequestFailsAtItsDeadlineAndTheServiceIsStopped(Request request) {
    neverAnswer();

    StepVerifier.withVirtualTime(
            () -> request.to(client).contextWrite(RequestContext.deadline(DEADLINE)))
        .expectSubscription()
        .then(() -> await(arrived))
        .expectNoEvent(DEADLINE.minusMillis(1))
        .thenAwait(Duration.ofMillis(1))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                ServiceFailedException.class,
                late -> assertThat(late.code()).isEqualTo(ErrorCode.OPERATION_TIMED_OUT)))
        .verify(PATIENCE);

    await(stopped);
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private void neverAnswer() {
    server.then((request, response) -> {
      arrived.countDown();
      return Mono.<Void>never().doOnCancel(stopped::countDown);
    });
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
