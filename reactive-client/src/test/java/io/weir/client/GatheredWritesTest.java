package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Writes that left in one request, whose answer does not say what became of each. */
final class GatheredWritesTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Frame RESULT = new Frame.Result(new WriteResult(7));
  private static final int WRITES = 5;

  private final ScriptedServer server = new ScriptedServer();
  private final CountDownLatch held = new CountDownLatch(Gatherer.UNDER_WAY);
  private final Sinks.Empty<Void> release = Sinks.empty();
  private final WeirClient client = server
      .client()
      .gathering(PATIENCE)
      .retries(1)
      .unknownWrites(UnknownWrites.FAIL)
      .connect();

  @BeforeEach
  void holdTheFirst() throws InterruptedException {
    for (var i = 0; i < Gatherer.UNDER_WAY; i++) {
      server.then((request, response) -> {
        held.countDown();
        return ScriptedServer.frames(response, 200, release.asMono().thenMany(Flux.just(RESULT)));
      });
      write("held" + i).subscribe();
    }
    assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void close() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void allThatWereAnsweredAreKnownWhenTheConnectionBreaks() throws Exception {
    server.thenBreak(RESULT, RESULT);

    assertThat(outcomes())
        .hasSize(WRITES)
        .startsWith("7", "7")
        .filteredOn(outcome -> outcome.contains("outcome=unknown"))
        .hasSize(3);
    assertThat(server.requests()).hasSize(Gatherer.UNDER_WAY + 1);
  }

  @Test
  void anAnswerThatEndsEarlyLeavesTheRestUnknown() throws Exception {
    server.thenFrames(RESULT, RESULT);

    assertThat(outcomes())
        .startsWith("7", "7")
        .filteredOn(outcome -> outcome.contains("outcome=unknown"))
        .hasSize(3);
  }

  @Test
  void moreAnswersThanWritesAreNotTaken() throws Exception {
    server.thenFrames(RESULT, RESULT, RESULT, RESULT, RESULT, RESULT);

    assertThat(outcomes()).hasSize(WRITES).containsOnly("7");
  }

  @Test
  void aBusyServiceIsAskedAgain() throws Exception {
    server.thenRefusal(
        new Frame.Failure(TableServiceException.of(ErrorCode.SERVER_BUSY, "test=busy")));
    for (var i = 0; i < WRITES; i++) {
      server.then((request, response) -> ScriptedServer.frames(
          response, 200, results(request.requestHeaders().getInt("content-length"))));
    }

    assertThat(outcomes()).hasSize(WRITES).containsOnly("7");
  }

  @Test
  void aRefusalOfAllIsEveryOnes() throws Exception {
    server.thenRefusal(
        new Frame.Failure(TableServiceException.of(ErrorCode.AUTHENTICATION_FAILED, "test=key")));

    assertThat(outcomes())
        .hasSize(WRITES)
        .allSatisfy(outcome -> assertThat(outcome).contains("AUTHENTICATION_FAILED"));
    assertThat(server.requests()).hasSize(Gatherer.UNDER_WAY + 1);
  }

  /** One for each write: whoever is sent again may have company or not. */
  private static Flux<Frame> results(int writeBytes) {
    var one = FrameEncoder.encode(new Frame.Change(insert("row0"))).length;
    return Flux.range(0, writeBytes / one).map(i -> RESULT);
  }

  private List<String> outcomes() throws Exception {
    var outcomes = Flux.range(0, WRITES)
        .flatMapSequential(i -> write("row" + i), WRITES)
        .collectList()
        .toFuture();
    release.tryEmitEmpty().orThrow();
    return outcomes.get(30, TimeUnit.SECONDS);
  }

  private Mono<String> write(String row) {
    return client
        .write(TABLE, insert(row))
        .map(result -> "" + result.timestampTicks())
        .onErrorResume(
            TableServiceException.class,
            failure -> Mono.just(failure.code() + " " + failure.facts()));
  }

  private static Write insert(String row) {
    return new Write.Insert(Entity.builder("p", row).build());
  }
}
