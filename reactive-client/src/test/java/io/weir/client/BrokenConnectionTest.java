package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Frame;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.options.UnknownWrites;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

final class BrokenConnectionTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").set("Age", 7).build();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ScriptedServer server = new ScriptedServer();
  private WeirClient client = server.client().connect();

  @AfterEach
  void close() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void aReadIsRepeatedAfterALostConnection() {
    server.thenBreak().thenBreak().thenFrames(new Frame.Item(new StreamItem.Row(ENTITY)));

    var entity = client.get(TABLE, ENTITY.key()).block(PATIENCE);

    assertThat(entity).isEqualTo(ENTITY);
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void aReadFailsAfterTheLastRetry() {
    server.thenBreak().thenBreak().thenBreak().thenBreak();

    assertThatThrownBy(() -> client.page(TABLE, Query.ALL).block(PATIENCE))
        .isInstanceOf(ServiceFailedException.class);
    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void aWriteIsSentOnceAndItsOutcomeIsUnknown() {
    reconnect(server.client().unknownWrites(UnknownWrites.FAIL));
    server.thenBreak().thenFrames(new Frame.Result(new WriteResult(1)));

    assertThatThrownBy(() -> client.write(TABLE, new Write.Insert(ENTITY)).block(PATIENCE))
        .isInstanceOfSatisfying(
            ServiceFailedException.class,
            failure -> assertThat(failure.facts()).contains("outcome=unknown"));
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void aWriteWithoutAConnectionFailsAsNotSent() throws IOException {
    reconnect(ScriptedServer.options(unboundPort()));

    assertThatThrownBy(() -> client.write(TABLE, new Write.Insert(ENTITY)).block(PATIENCE))
        .isInstanceOfSatisfying(
            ServiceFailedException.class,
            failure -> assertThat(failure.facts()).contains("outcome=notSent"));
  }

  @Test
  void aRequestToASilentServiceTimesOut() {
    reconnect(server.client().silenceTimeout(Duration.ofMillis(100)));
    server.then((request, response) -> Mono.never());

    assertThatThrownBy(() -> client.write(TABLE, new Write.Insert(ENTITY)).block(PATIENCE))
        .isInstanceOfSatisfying(
            ServiceFailedException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.OPERATION_TIMED_OUT));
  }

  @Test
  void aSilentStreamIsResumed() {
    reconnect(server.client().silenceTimeout(Duration.ofMillis(200)));
    server
        .then((request, response) -> ScriptedServer.frames(
            response,
            200,
            Flux.concat(Flux.just(new Frame.Item(new StreamItem.Row(ENTITY))), Flux.never())))
        .thenRefusal(new Frame.Failure(new ConflictException(ErrorCode.TABLE_ALREADY_EXISTS, "")));

    assertThatThrownBy(() -> client.query(TABLE, Query.ALL).collectList().block(PATIENCE))
        .isInstanceOf(ConflictException.class);
    assertThat(server.requests().get(1)).contains("resume=");
  }

  @Test
  void requestsBeyondTheLimitAreRefused() {
    reconnect(server
        .client()
        .connections(1)
        .streamsPerConnection(1)
        .waitingRequests(1)
        .pipelining(Duration.ZERO)
        .retries(0));
    for (var i = 0; i < 3; i++) {
      server.then((request, response) -> Mono.never());
    }

    assertThatThrownBy(() -> Flux.range(0, 3)
            .flatMap(i -> client.get(TABLE, new EntityKey("p", "r" + i)))
            .blockLast(PATIENCE))
        .isInstanceOf(ServiceBusyException.class);
  }

  @Test
  void theCodeOfARefusalWithoutAFrameIsReadFromItsHeader() {
    server.then((request, response) -> response
        .status(403)
        .header("x-ms-error-code", "AuthenticationFailed")
        .header("Content-Type", "application/json")
        .sendString(Mono.just("{}")));

    assertThatThrownBy(() -> client.get(TABLE, ENTITY.key()).block(PATIENCE))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void anAnswerOfAnotherKindIsAServiceFailure() {
    reconnect(server.client().unknownWrites(UnknownWrites.FAIL));
    server
        .thenFrames(new Frame.Table(TABLE))
        .thenFrames(new Frame.Result(new WriteResult(1)))
        .thenFrames();

    assertThatThrownBy(() -> client.get(TABLE, ENTITY.key()).block(PATIENCE))
        .isInstanceOf(ServiceFailedException.class);
    assertThatThrownBy(() -> client
            .submit(
                TABLE,
                Batch.of(
                    new Write.Insert(ENTITY),
                    new Write.Insert(Entity.builder("p", "s").build())))
            .block(PATIENCE))
        .isInstanceOf(ServiceFailedException.class);
    assertThatThrownBy(() -> client.page(TABLE, Query.ALL).block(PATIENCE))
        .isInstanceOf(ServiceFailedException.class);
  }

  @Test
  void cancellingAStreamStopsTheService() throws InterruptedException {
    var stopped = new CountDownLatch(1);
    server.then((request, response) -> ScriptedServer.frames(
        response,
        200,
        Flux.<Frame>generate(sink -> sink.next(new Frame.Item(new StreamItem.Row(ENTITY))))
            .doOnCancel(stopped::countDown)));

    client.query(TABLE, Query.ALL).take(3).blockLast(PATIENCE);

    assertThat(stopped.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private void reconnect(ClientOptions.Builder options) {
    client.closeLater().block(PATIENCE);
    client = options.connect();
  }

  private static int unboundPort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
