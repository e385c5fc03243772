package io.weir.client.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http2.Http2Error;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Frame;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.ClientOptions;
import io.weir.client.ScriptedServer;
import io.weir.client.WeirClient;
import io.weir.client.options.UnknownWrites;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/** Uploads that a busy service refuses, and the outcome of their lines. */
final class RefusedUploadTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Frame.Failure BUSY = new Frame.Failure(new ServiceBusyException(""));
  private static final Entity FIRST = entity("0");

  private final ScriptedServer server = new ScriptedServer();
  private WeirClient client = server.client().connect();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  /**
   * The client repeats all lines, unconditional upserts too, because the service has processed
   * none.
   */
  @Test
  void anUnprocessedUploadIsSentAgainAsAWhole() {
    server.thenRefusal(BUSY).thenRefusal(BUSY).thenFrames(done(0), done(1), done(2), end(3));

    var results = upload();

    assertThat(results).containsExactly(outcome(0), outcome(1), outcome(2), summary(3));
    assertThat(server.requests()).hasSize(3).allMatch(request -> request.contains("$bulk"));
  }

  @Test
  void anUploadFailsAsBusyAfterTheLastRetry() {
    IntStream.range(0, 4).forEach(attempt -> server.thenRefusal(BUSY));

    assertThatThrownBy(this::upload).isInstanceOf(ServiceBusyException.class);
    assertThat(server.requests()).hasSize(4);
  }

  /** A service refuses a stream when the connection already has the most that it accepts. */
  @Test
  void anUploadOnARefusedStreamFailsAsNotSent() {
    reconnect(server.client().retries(0));
    server.thenReset(Http2Error.REFUSED_STREAM);

    assertThatThrownBy(this::upload)
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=notSent")
        .hasMessageNotContaining("unknown=");
  }

  /** This holds even before the next attempt, which would send them, has begun. */
  @Test
  void linesThatAreTakenBackCountAsNeitherSentNorLost() {
    var upload = new BulkUpload(Context.empty());
    Flux.range(0, 3).map(row -> BulkLine.of(new Write.Insert(entity("" + row)))).subscribe(upload);
    upload.chunks().subscribe();
    assertThat(upload.sent()).isEqualTo(3);

    upload.takeBack().block(PATIENCE);

    assertThat(upload.sent()).isZero();
    assertThat(upload.lost(Optional.empty()).block(PATIENCE).lines()).isEmpty();
  }

  /** An answered line shows that others may have been processed. */
  @Test
  void anUploadIsNotRepeatedAfterAnAnswer() {
    server.thenFrames(done(0), BUSY);

    assertThatThrownBy(this::upload).isInstanceOf(ServiceBusyException.class);
    assertThat(server.requests()).hasSize(1);
  }

  /** A busy answer to the reads of lost lines does not tell whether the lines were carried out. */
  @Test
  void lostLinesAreResolvedAfterTheServiceWasBusy() {
    reconnect(server.client().unknownWrites(UnknownWrites.REPEAT));
    server.thenBreak();
    IntStream.range(0, 4).forEach(attempt -> server.thenRefusal(BUSY));
    server
        .thenFrames(new Frame.Item(new StreamItem.Row(FIRST.withTimestamp(7))))
        .thenFrames(end(0));

    var results = client
        .bulk(TABLE, Flux.just(BulkLine.of(new Write.Insert(FIRST))))
        .collectList()
        .block(PATIENCE);

    assertThat(results).containsExactly(new BulkResult.Done(0, new WriteResult(7)), summary(1));
    assertThat(server.requests().stream().filter(request -> request.contains("$bulk")))
        .hasSize(2);
  }

  private void reconnect(ClientOptions.Builder options) {
    client.close();
    client = options.connect();
  }

  private List<BulkResult> upload() {
    var lines = Flux.just(
        BulkLine.of(new Write.Insert(FIRST)),
        BulkLine.of(new Write.Upsert(entity("1"), WriteMode.MERGE)),
        BulkLine.of(new Write.Insert(entity("2"))));
    return client.bulk(TABLE, lines).collectList().blockOptional(PATIENCE).orElseThrow();
  }

  private static Frame done(long line) {
    return new Frame.Outcome(outcome(line));
  }

  private static BulkResult outcome(long line) {
    return new BulkResult.Done(line, new WriteResult(5));
  }

  private static Frame end(long done) {
    return new Frame.Outcome(summary(done));
  }

  private static BulkResult summary(long done) {
    return new BulkResult.End(done, 0);
  }

  private static Entity entity(String row) {
    return Entity.builder("p", row).set("Age", 7).build();
  }
}
