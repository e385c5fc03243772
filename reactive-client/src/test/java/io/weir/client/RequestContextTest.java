package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;
import io.weir.client.credential.BearerToken;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

final class RequestContextTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").build();
  private static final Write INSERT = new Write.Insert(ENTITY);
  private static final Frame ROW = new Frame.Item(new StreamItem.Row(ENTITY));
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration TIME = Duration.ofMillis(200);

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final ScriptedServer server = new ScriptedServer();
  private final WeirClient client =
      server.client().deadline(Duration.ofSeconds(20)).connect();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void eachAttemptSendsTheRemainingTime() {
    server.thenBreak().thenFrames(ROW);

    client.get(TABLE, ENTITY.key()).block(PATIENCE);

    assertThat(timeoutMillis(0)).isBetween(1L, 20_000L);
    assertThat(timeoutMillis(1)).isBetween(1L, timeoutMillis(0));
  }

  @Test
  void theTokenSourceSeesTheContextOfTheRequest() {
    server.thenFrames(ROW);
    var named = server
        .client()
        .bearerTokens(
            Mono.deferContextual(context -> Mono.just(BearerToken.of(context.get("user")))))
        .connect();

    named
        .get(TABLE, ENTITY.key())
        .contextWrite(context -> context.put("user", "grace"))
        .doFinally(signal -> named.close())
        .block(PATIENCE);

    assertThat(server.headers().get(0).get("authorization")).isEqualTo("Bearer grace");
  }

  @Test
  void theEarlierDeadlineApplies() {
    server.thenFrames(ROW).thenFrames(ROW);

    client
        .get(TABLE, ENTITY.key())
        .contextWrite(RequestContext.deadline(Duration.ofSeconds(10)))
        .contextWrite(RequestContext.deadline(Duration.ofSeconds(15)))
        .block(PATIENCE);
    client
        .get(TABLE, ENTITY.key())
        .contextWrite(RequestContext.deadline(Duration.ofHours(1)))
        .block(PATIENCE);

    assertThat(timeoutMillis(0)).isBetween(1L, 10_000L);
    assertThat(timeoutMillis(1)).isBetween(10_000L, 20_000L);
  }

  @Test
  void aStreamHasNoDeadlineOtherThanThatOfItsContext() throws Exception {
    server.thenRefusal(
        new Frame.Failure(new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "", null)));

    client.stream(TABLE, Query.ALL).onErrorComplete().blockLast(PATIENCE);
    assertThat(server.headers().get(0).contains(Dialect.TIMEOUT_HEADER)).isFalse();

    server.then((request, response) -> {
      arrived.countDown();
      return ScriptedServer.frames(response, 200, Flux.concat(Flux.just(ROW), Flux.never()));
    });
    assertLate(client.stream(TABLE, Query.ALL), "");
    assertThat(timeoutMillis(1)).isBetween(1L, 200L);
  }

  @Test
  void aSentWriteThatMissesItsDeadlineHasAnUnknownOutcome() throws Exception {
    server.then((request, response) -> {
      arrived.countDown();
      return Mono.never();
    });

    assertLate(client.write(TABLE, INSERT), "outcome=unknown");
  }

  @Test
  void anUnsentWriteThatMissesItsDeadlineFailsAsNotSent() throws Exception {
    var token = Mono.<BearerToken>never().doOnSubscribe(asked -> arrived.countDown());
    try (var waiting = server.client().bearerTokens(token).connect()) {
      assertLate(waiting.write(TABLE, INSERT), "outcome=notSent");
    }
    assertThat(server.requests()).isEmpty();
  }

  @Test
  void aRetryAfterBeyondTheDeadlineFailsTheWriteAtOnce() {
    server.then((request, response) ->
        response.status(503).header("Retry-After", "25").header("x-ms-error-code", "ServerBusy"));

    assertThatThrownBy(() -> client.write(TABLE, INSERT).block(PATIENCE))
        .isInstanceOf(ServiceBusyException.class);
  }

  @Test
  void everyAttemptCarriesIdAndTrace() {
    var parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    server.thenBreak().thenFrames(ROW);

    client
        .get(TABLE, ENTITY.key())
        .contextWrite(RequestContext.requestId("order 4711"))
        .contextWrite(RequestContext.traceParent(parent))
        .block(PATIENCE);

    assertThat(server.headers()).hasSize(2).allSatisfy(headers -> {
      assertThat(headers.get("x-ms-client-request-id")).isEqualTo("order 4711");
      assertThat(headers.get("traceparent")).isEqualTo(parent);
    });
  }

  /** A callback sees only the context of its own call. */
  @Test
  void callbacksSeeTheContext() {
    server.thenFrames(ROW);

    var seen = client
        .get(TABLE, ENTITY.key())
        .flatMap(entity -> Mono.deferContextual(context -> Mono.just(context.get("who"))))
        .contextWrite(context -> context.put("who", "me"))
        .block(PATIENCE);

    assertThat(seen).isEqualTo("me");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "ä"})
  void textThatNoHeaderCanCarryIsRefused(String text) {
    assertThatThrownBy(() -> RequestContext.requestId(text))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RequestContext.traceParent(text))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Advances the time only when the request has reached the place that the test names. */
  private void assertLate(Publisher<?> request, String fact) throws Exception {
    var time = VirtualTimeScheduler.getOrSet();
    try {
      var late = Flux.from(request)
          .then()
          .contextWrite(RequestContext.deadline(TIME))
          .materialize()
          .toFuture();
      assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
      time.advanceTimeBy(TIME.minusMillis(1));
      assertThat(late).isNotDone();
      time.advanceTimeBy(Duration.ofMillis(1));

      assertThat(late.get(30, TimeUnit.SECONDS).getThrowable())
          .isInstanceOfSatisfying(
              ServiceFailedException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.OPERATION_TIMED_OUT))
          .hasMessageContaining(fact);
    } finally {
      VirtualTimeScheduler.reset();
    }
  }

  private long timeoutMillis(int request) {
    return Long.parseLong(server.headers().get(request).get(Dialect.TIMEOUT_HEADER));
  }
}
