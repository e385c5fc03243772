package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Error;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.options.UnknownWrites;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes of one pipeline whose answer does not tell the outcome of each. */
final class PipelinedWritesTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Frame RESULT = new Frame.Result(new WriteResult(7));
  private static final int WRITES = 5;

  private final ScriptedServer server = new ScriptedServer();
  private WeirClient client = connect(PATIENCE);

  @AfterEach
  void close() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void answeredWritesAreKnownWhenTheConnectionBreaks() throws Exception {
    afterAll(Flux.concat(Flux.just(RESULT, RESULT), Flux.error(new ScriptedServer.Cut())));

    assertThat(outcomes())
        .hasSize(WRITES)
        .startsWith("7", "7")
        .filteredOn(outcome -> outcome.contains("outcome=unknown"))
        .hasSize(3);
    assertThat(server.requests()).hasSize(1);
  }

  /** The answer arrives in one piece. */
  @Test
  void answeredWritesAreKnownWhenTheRestOfTheAnswerIsUnreadable() throws Exception {
    var result = FrameEncoder.encode(RESULT);
    var unreadable = new byte[] {-1, -1, -1, -1, -1, -1};
    afterBytes(
        WRITES,
        Flux.just(Unpooled.wrappedBuffer(result, result, unreadable)).map(ByteBufUtil::getBytes));

    assertThat(outcomes())
        .hasSize(WRITES)
        .startsWith("7", "7")
        .filteredOn(outcome -> outcome.contains("outcome=unknown"))
        .hasSize(3);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void unansweredWritesAreRepeatedWhenTheServiceEndsThePipeline() throws Exception {
    afterAll(Flux.just(RESULT, RESULT));
    after(3, Flux.just(RESULT, RESULT, RESULT));

    assertThat(outcomes()).hasSize(WRITES).containsOnly("7");
    assertThat(server.requests()).hasSize(2).allMatch(request -> request.contains(Dialect.WRITES));
  }

  @Test
  void excessAnswersAreIgnored() throws Exception {
    afterAll(Flux.just(RESULT, RESULT, RESULT, RESULT, RESULT, RESULT));

    assertThat(outcomes()).hasSize(WRITES).containsOnly("7");
  }

  @Test
  void eachWriteIsSentAsItsOwnRequestWhenThePipelineIsRefused() throws Exception {
    server.thenMeanwhile((request, response) -> ScriptedServer.frames(
        response,
        503,
        Flux.just(new Frame.Failure(TableServiceException.of(ErrorCode.SERVER_BUSY, "test")))));
    for (var i = 0; i < WRITES; i++) {
      server.thenFrames(RESULT);
    }

    assertThat(outcomes()).hasSize(WRITES).containsOnly("7");
    assertThat(server.requests().subList(1, 1 + WRITES))
        .allMatch(request -> request.endsWith(Dialect.WRITE));
  }

  @Test
  void aDeniedWriteFailsAtOnce() throws Exception {
    server.thenMeanwhile((request, response) -> ScriptedServer.frames(
        response,
        403,
        Flux.just(new Frame.Failure(
            TableServiceException.of(ErrorCode.AUTHENTICATION_FAILED, "test=key")))));

    assertThat(outcomes())
        .hasSize(WRITES)
        .allMatch(outcome -> outcome.contains("AUTHENTICATION_FAILED"));
    assertThat(server.requests()).hasSize(1);
  }

  /**
   * A write that is repeated while the refused pipeline ends may open a second pipeline beside that
   * of the others.
   */
  @Test
  void aRefusedHttp2StreamIsOpenedAgain() throws Exception {
    server.thenMeanwhile((request, response) -> Mono.when(
        ScriptedServer.reset(request, Http2Error.REFUSED_STREAM),
        request.receive().onErrorComplete()));
    afterEach();
    afterEach();

    assertThat(outcomes()).hasSize(WRITES).containsOnly("7");
  }

  @Test
  void unansweredWritesAreUnknownWhenTheServiceFallsSilent() throws Exception {
    client.close();
    client = connect(Duration.ofSeconds(1));
    afterAll(Flux.concat(Flux.just(RESULT, RESULT), Flux.never()));

    assertThat(outcomes())
        .startsWith("7", "7")
        .filteredOn(outcome -> outcome.contains("outcome=unknown"))
        .hasSize(3);
  }

  @Test
  void anUnusedPipelineDoesNotDelayClosing() throws Exception {
    afterAll(Flux.concat(Flux.just(RESULT, RESULT, RESULT, RESULT, RESULT), Flux.never()));
    assertThat(outcomes()).hasSize(WRITES);

    client.closeLater().block(PATIENCE.dividedBy(3));
  }

  private WeirClient connect(Duration silenceTimeout) {
    return server
        .client()
        .pipelining(PATIENCE)
        .silenceTimeout(silenceTimeout)
        .retries(1)
        .unknownWrites(UnknownWrites.FAIL)
        .connect();
  }

  private void afterAll(Flux<Frame> answers) {
    after(WRITES, answers);
  }

  private void after(int writes, Flux<Frame> answers) {
    afterBytes(writes, answers.map(FrameEncoder::encode));
  }

  /** Answers each write as soon as it has arrived. */
  private void afterEach() {
    server.thenMeanwhile((request, response) -> ScriptedServer.bytes(
        response,
        200,
        request
            .receive()
            .map(chunk -> chunk.readableBytes())
            .scan(Integer::sum)
            .map(bytes -> bytes / frameBytes())
            .startWith(0)
            .buffer(2, 1)
            .filter(counts -> counts.size() == 2)
            .concatMapIterable(counts ->
                Collections.nCopies(counts.get(1) - counts.get(0), FrameEncoder.encode(RESULT)))));
  }

  /**
   * Answers after this many writes have arrived, and reads the rest of the body during the answer.
   */
  private void afterBytes(int writes, Flux<byte[]> answers) {
    var begun = new AtomicBoolean();
    server.thenMeanwhile((request, response) -> ScriptedServer.bytes(
        response,
        200,
        request
            .receive()
            .map(chunk -> chunk.readableBytes())
            .scan(Integer::sum)
            .filter(bytes -> bytes >= writes * frameBytes() && begun.compareAndSet(false, true))
            .flatMap(any -> answers.materialize())
            .takeUntil(signal -> !signal.isOnNext())
            .dematerialize()));
  }

  private static int frameBytes() {
    return FrameEncoder.encode(new Frame.Change(insert("row0"))).length;
  }

  private List<String> outcomes() throws Exception {
    return Flux.range(0, WRITES)
        .flatMapSequential(i -> write("row" + i), WRITES)
        .collectList()
        .toFuture()
        .get(30, TimeUnit.SECONDS);
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
