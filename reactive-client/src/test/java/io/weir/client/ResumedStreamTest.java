package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Frame;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

final class ResumedStreamTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String START = "GET /devstoreaccount1/People()";

  private final ScriptedServer server = new ScriptedServer();
  private final WeirClient client = server.client().connect();

  @AfterEach
  void close() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void aBrokenStreamContinuesAfterItsLastEntity() {
    server.thenBreak(row("1"), row("2")).thenFrames(row("3"), end(1, 1));

    StepVerifier.create(client.query(TABLE, Query.ALL))
        .expectNext(entity("1"), entity("2"), entity("3"))
        .expectComplete()
        .verify(PATIENCE);

    assertThat(server.requests()).containsExactly(START, START + "?resume=" + after("2"));
  }

  @Test
  void aBrokenStreamContinuesFromItsLastProgress() {
    server.thenBreak(row("1"), progress("5", 70)).thenFrames(row("6"), end(9, 1));

    StepVerifier.create(client.stream(TABLE, Query.ALL))
        .expectNext(item(row("1")), item(progress("5", 70)), item(row("6")))
        .expectNext(new StreamItem.End(new QueryReport(AccessPath.TABLE_SCAN, 1, 79, 2)))
        .expectComplete()
        .verify(PATIENCE);

    assertThat(server.requests().get(1)).endsWith("?resume=" + after("5"));
  }

  @Test
  void progressCountsOverAllAttempts() {
    server.thenBreak(progress("5", 70), row("6")).thenFrames(progress("9", 10), end(20, 0));

    StepVerifier.create(client.stream(TABLE, Query.ALL))
        .expectNext(item(progress("5", 70)), item(row("6")), item(progress("9", 81)))
        .expectNext(new StreamItem.End(new QueryReport(AccessPath.TABLE_SCAN, 1, 91, 1)))
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void aTotalIsReducedByTheReceivedEntities() {
    server.thenBreak(row("1"), row("2")).thenBreak(row("3")).thenFrames(end(0, 0));

    StepVerifier.create(client.query(TABLE, Query.ALL.top(3)))
        .expectNextCount(3)
        .expectComplete()
        .verify(PATIENCE);

    assertThat(server.requests())
        .containsExactly(
            START + "?$top=3",
            START + "?$top=1&resume=" + after("2"),
            START + "?$top=0&resume=" + after("3"));
  }

  @Test
  void aDescendingStreamContinuesDescending() {
    server.thenBreak(row("2")).thenFrames(row("1"), end(1, 1));

    StepVerifier.create(client.query(TABLE, Query.ALL.descending()))
        .expectNextCount(2)
        .expectComplete()
        .verify(PATIENCE);

    var resume = Continuation.after(entity("2").key(), Direction.DESCENDING).encode();
    assertThat(server.requests().get(1)).endsWith("&resume=" + resume);
  }

  @Test
  void aResumedStreamKeepsTheRemainingDemand() {
    server.thenBreak(row("1"), row("2")).thenFrames(row("3"), row("4"), end(2, 2));

    StepVerifier.create(client.query(TABLE, Query.ALL), 3)
        .expectNext(entity("1"), entity("2"), entity("3"))
        .thenRequest(2)
        .expectNext(entity("4"))
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void aStreamWithoutAnEndIsResumed() {
    server.thenFrames(row("1")).thenFrames(row("2"), end(1, 1));

    StepVerifier.create(client.query(TABLE, Query.ALL))
        .expectNext(entity("1"), entity("2"))
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void aStreamIsResumedWhenTheServiceIsBusy() {
    var busy = new Frame.Failure(new ServiceBusyException("queue=full"));
    server.thenRefusal(busy).thenFrames(row("1"), busy).thenFrames(row("2"), end(1, 1));

    StepVerifier.create(client.query(TABLE, Query.ALL))
        .expectNext(entity("1"), entity("2"))
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void aRefusedStreamIsNotResumed() {
    server.thenFrames(
        row("1"), new Frame.Failure(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "a=b")));

    StepVerifier.create(client.query(TABLE, Query.ALL))
        .expectNext(entity("1"))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(NotFoundException.class, known -> {
              assertThat(known.code()).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
              assertThat(known.facts()).isEqualTo("a=b");
            }))
        .verify(PATIENCE);

    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void retriesEndWhenNoItemArrives() {
    server.thenBreak(row("1")).thenBreak().thenBreak().thenBreak().thenBreak();

    StepVerifier.create(client.query(TABLE, Query.ALL))
        .expectNext(entity("1"))
        .expectErrorSatisfies(
            failure -> assertThat(failure).isInstanceOf(ServiceFailedException.class))
        .verify(PATIENCE);

    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void eachItemRenewsTheRetries() {
    for (var i = 0; i < 10; i++) {
      server.thenBreak(row("" + i)).thenBreak();
    }
    server.thenFrames(end(0, 0));

    StepVerifier.create(client.query(TABLE, Query.ALL))
        .expectNextCount(10)
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void anItemAfterTheEndIsAServiceFailure() {
    server.thenFrames(end(0, 0), row("1"));

    StepVerifier.create(client.stream(TABLE, Query.ALL))
        .expectNextCount(1)
        .expectError(ServiceFailedException.class)
        .verify(PATIENCE);
  }

  private static Entity entity(String rowKey) {
    return Entity.builder("p", rowKey).set("Name", "n" + rowKey).build();
  }

  private static Frame row(String rowKey) {
    return new Frame.Item(new StreamItem.Row(entity(rowKey)));
  }

  private static Frame progress(String rowKey, long scanned) {
    return new Frame.Item(new StreamItem.Progress(
        Continuation.after(entity(rowKey).key(), Direction.ASCENDING), scanned));
  }

  private static Frame end(long scanned, long returned) {
    return new Frame.Item(
        new StreamItem.End(new QueryReport(AccessPath.TABLE_SCAN, 1, scanned, returned)));
  }

  private static StreamItem item(Frame frame) {
    return ((Frame.Item) frame).item();
  }

  private static String after(String rowKey) {
    return Continuation.after(entity(rowKey).key(), Direction.ASCENDING).encode();
  }
}
