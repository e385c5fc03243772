package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.edm.EdmBinary;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexPosition;
import io.weir.api.index.SortProperty;
import io.weir.api.wire.Frame;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** A stream in the order of an index is resumed where only the service can name a position. */
final class OrderedStreamTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String START = "GET /devstoreaccount1/People()?$orderby=Age desc";
  private static final IndexName BY_AGE = new IndexName("byAge");
  private static final Query OLDEST_FIRST = Query.ALL.orderBy(SortProperty.descending("Age"));
  private static final int MOST_ROWS_WITHOUT_PROGRESS = 16_384;

  private final ScriptedServer server = new ScriptedServer();
  private final WeirClient client = server.client().connect();

  @AfterEach
  void close() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void aBrokenStreamContinuesAtItsLastProgressWithoutTheRowsSinceThen() {
    server
        .thenBreak(row("a"), progress("a"), row("b"), row("c"))
        .thenFrames(row("b"), row("c"), row("d"), end());

    StepVerifier.create(client.query(TABLE, OLDEST_FIRST))
        .expectNext(entity("a"), entity("b"), entity("c"), entity("d"))
        .expectComplete()
        .verify(PATIENCE);

    assertThat(server.requests()).containsExactly(START, START + "&resume=" + after("a"));
  }

  @Test
  void aStreamThatBreaksBeforeItsFirstProgressBeginsAgainWithoutTheRowsItHas() {
    server.thenBreak(row("a"), row("b")).thenFrames(row("a"), row("b"), row("c"), end());

    StepVerifier.create(client.query(TABLE, OLDEST_FIRST))
        .expectNext(entity("a"), entity("b"), entity("c"))
        .expectComplete()
        .verify(PATIENCE);

    assertThat(server.requests()).containsExactly(START, START);
  }

  @Test
  void aProgressAmongRepeatedRowsDoesNotLetTheLaterOnesPass() {
    server
        .thenBreak(row("a"), row("b"), row("c"))
        .thenFrames(row("a"), progress("a"), row("b"), row("c"), row("d"), end());

    StepVerifier.create(client.query(TABLE, OLDEST_FIRST))
        .expectNext(entity("a"), entity("b"), entity("c"), entity("d"))
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void rowsThatWereNotRepeatedBeforeASecondBreakAreDroppedAfterIt() {
    server
        .thenBreak(row("a"), row("b"), row("c"))
        .thenBreak(row("a"), progress("a"), row("b"))
        .thenFrames(row("b"), row("c"), row("d"), end());

    StepVerifier.create(client.query(TABLE, OLDEST_FIRST))
        .expectNext(entity("a"), entity("b"), entity("c"), entity("d"))
        .expectComplete()
        .verify(PATIENCE);

    assertThat(server.requests()).last().isEqualTo(START + "&resume=" + after("a"));
  }

  @Test
  void aTotalCoversTheRepeatedRows() {
    server.thenBreak(row("a"), progress("a"), row("b")).thenFrames(row("b"), row("c"), end());

    StepVerifier.create(client.query(TABLE, OLDEST_FIRST.top(3)))
        .expectNext(entity("a"), entity("b"), entity("c"))
        .expectComplete()
        .verify(PATIENCE);

    assertThat(server.requests().get(1)).contains("$top=2");
  }

  @Test
  void aTotalIsKeptWhenARowThatWasToBeRepeatedHasDisappeared() {
    server.thenBreak(row("a"), row("b")).thenFrames(row("b"), row("c"), row("d"), end());

    StepVerifier.create(client.query(TABLE, OLDEST_FIRST.top(3)))
        .expectNext(entity("a"), entity("b"), entity("c"))
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void droppedRowsDoNotUseTheSubscribersDemand() {
    server.thenBreak(row("a"), row("b")).thenFrames(row("a"), row("b"), row("c"), row("d"), end());

    StepVerifier.create(client.query(TABLE, OLDEST_FIRST), 3)
        .expectNext(entity("a"), entity("b"), entity("c"))
        .thenRequest(2)
        .expectNext(entity("d"))
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void theReportNamesTheIndexAndCountsEachRowOnce() {
    server.thenBreak(row("a")).thenFrames(row("a"), row("b"), end());

    StepVerifier.create(client.stream(TABLE, OLDEST_FIRST).ofType(StreamItem.End.class))
        .assertNext(end -> {
          assertThat(end.report().index()).isEqualTo("byAge");
          assertThat(end.report().path()).isEqualTo(AccessPath.INDEX_RANGE);
          assertThat(end.report().returned()).isEqualTo(2);
        })
        .expectComplete()
        .verify(PATIENCE);
  }

  @Test
  void aServiceThatSendsNoProgressFailsTheStream() {
    var rows = Stream.iterate(0, i -> i + 1)
        .limit(MOST_ROWS_WITHOUT_PROGRESS + 1)
        .map(i -> row("r" + i))
        .toArray(Frame[]::new);
    server.thenFrames(rows);

    StepVerifier.create(client.query(TABLE, OLDEST_FIRST))
        .expectNextCount(MOST_ROWS_WITHOUT_PROGRESS)
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                ServiceFailedException.class,
                known -> assertThat(known.facts()).contains("orderedStreamWithoutProgress")))
        .verify(PATIENCE);

    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void aPageInTheOrderOfAnIndexContinuesAtThePositionThatTheServiceNames() {
    server.thenFrames(row("a"), progress("a"), end()).thenFrames(row("b"), end());

    var first = client.page(TABLE, OLDEST_FIRST.top(1)).block(PATIENCE);
    var second = client.page(TABLE, OLDEST_FIRST.top(1).from(first.next())).block(PATIENCE);

    assertThat(first.next()).isEqualTo(position("a"));
    assertThat(first.report().index()).isEqualTo("byAge");
    assertThat(second.items()).containsExactly(entity("b"));
    assertThat(server.requests().get(1)).contains("resume=" + after("a"));
  }

  @Test
  void aHintIsAHeader() {
    server.thenFrames(end()).thenFrames(end()).thenFrames(end());

    client.query(TABLE, Query.ALL.hint(IndexHint.force(BY_AGE))).blockLast(PATIENCE);
    client.query(TABLE, Query.ALL.hint(IndexHint.NONE)).blockLast(PATIENCE);
    client.query(TABLE, Query.ALL).blockLast(PATIENCE);

    assertThat(server.headers())
        .extracting(headers -> headers.get("x-weir-index"))
        .containsExactly("byAge", "-", null);
  }

  private static Entity entity(String rowKey) {
    return Entity.builder("p", rowKey).set("Name", "n" + rowKey).build();
  }

  private static Frame row(String rowKey) {
    return new Frame.Item(new StreamItem.Row(entity(rowKey)));
  }

  private static Frame progress(String rowKey) {
    return new Frame.Item(new StreamItem.Progress(position(rowKey), 1));
  }

  private static Frame end() {
    return new Frame.Item(
        new StreamItem.End(new QueryReport(AccessPath.INDEX_RANGE, "byAge", 1, 1, 1)));
  }

  private static Continuation position(String rowKey) {
    return new Continuation(
        entity(rowKey).key(),
        false,
        Direction.ASCENDING,
        new IndexPosition(BY_AGE, new EdmBinary(new byte[] {1, 2})));
  }

  private static String after(String rowKey) {
    return position(rowKey).encode();
  }
}
