package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** A client that has the addresses of three nodes, each of which answers as the test says. */
final class SeveralNodesTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").set("Age", 7).build();
  private static final Write INSERT = new Write.Insert(ENTITY);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ScriptedServer a = new ScriptedServer();
  private final ScriptedServer b = new ScriptedServer();
  private final ScriptedServer c = new ScriptedServer();

  /** Fails rather than pauses: the first pause would outlast the deadline. */
  private final WeirClient impatient = options()
      .firstBackoff(Duration.ofHours(1))
      .longestBackoff(Duration.ofHours(1))
      .connect();

  private final WeirClient client = options().connect();

  @AfterEach
  void close() {
    Stream.of(impatient, client).forEach(each -> each.closeLater().block(PATIENCE));
    Stream.of(a, b, c).forEach(ScriptedServer::close);
  }

  private ClientOptions.Builder options() {
    return a.client().endpoints(url(a), url(b), url(c));
  }

  private static String url(ScriptedServer node) {
    var one = node.client().build().endpoint();
    return one.origin() + one.path();
  }

  private static Frame.Failure notLeader(String told) {
    return new Frame.Failure(new ServiceBusyException(("reason=notLeader " + told).strip()));
  }

  private static String leaderIs(ScriptedServer node) {
    return "leader=x address=" + node.client().build().endpoint().origin();
  }

  private static Frame found() {
    return new Frame.Item(new StreamItem.Row(ENTITY));
  }

  private static Entity get(WeirClient from) {
    return from.get(TABLE, ENTITY.key()).block(PATIENCE);
  }

  @Test
  void aNodeThatNamesTheLeaderSendsTheRequestThereAtOnce() {
    a.thenRefusal(notLeader(leaderIs(c)));
    c.thenFrames(found()).thenFrames(found());

    assertThat(get(impatient)).isEqualTo(ENTITY);
    assertThat(get(impatient)).isEqualTo(ENTITY);

    assertThat(a.requests()).hasSize(1);
    assertThat(b.requests()).isEmpty();
    assertThat(c.requests()).hasSize(2);
  }

  @Test
  void withoutANameTheNextNodeHasItsTurn() {
    a.thenRefusal(notLeader(""));
    b.thenRefusal(notLeader(""));
    c.thenFrames(found());

    assertThat(get(impatient)).isEqualTo(ENTITY);
    assertThat(b.requests()).hasSize(1);
  }

  @Test
  void aRefusalWithoutAnyFactsIsThatOfANodeWhichDoesNotServe() {
    a.then((request, response) -> response.status(503).send());
    b.thenFrames(found());

    assertThat(get(impatient)).isEqualTo(ENTITY);
  }

  /** A name in an answer must not lead credentials to another address. */
  @Test
  void theClientGoesOnlyWhereItsOptionsSay() {
    try (var other = new ScriptedServer()) {
      a.thenRefusal(notLeader(leaderIs(other)));
      b.thenFrames(found());

      assertThat(get(impatient)).isEqualTo(ENTITY);
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  void aNodeThatCannotBeReachedIsPassedBy() {
    a.close();
    b.thenFrames(found());

    assertThat(get(impatient)).isEqualTo(ENTITY);
  }

  @Test
  void aNodeWhoseConnectionBreaksIsPassedBy() {
    a.thenBreak();
    b.thenFrames(found());

    assertThat(get(impatient)).isEqualTo(ENTITY);
  }

  @Test
  void aFollowerThatNamesALostLeaderDoesNotHideTheNextOne() {
    a.close();
    b.thenRefusal(notLeader(leaderIs(a)));
    c.thenFrames(found());

    assertThat(get(client)).isEqualTo(ENTITY);
    assertThat(b.requests()).hasSize(1);
  }

  @Test
  void aBusyLeaderIsAskedAgainAfterItsPause() {
    a.thenRefusal(new Frame.Failure(new ServiceBusyException("shard=3 queue=full")));
    a.thenFrames(found());

    assertThat(get(client)).isEqualTo(ENTITY);
    assertThat(a.requests()).hasSize(2);
    assertThat(b.requests()).isEmpty();
  }

  @Test
  void aRefusalThatSaysMoreIsNotSentElsewhere() {
    a.thenRefusal(
        new Frame.Failure(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=People")));

    assertThatThrownBy(() -> get(client)).isInstanceOf(NotFoundException.class);
    assertThat(b.requests()).isEmpty();
  }

  @Test
  void roundsOverTheNodesAreBounded() {
    for (var node : new ScriptedServer[] {a, b, c}) {
      for (var i = 0; i < 10; i++) {
        node.thenRefusal(notLeader(""));
      }
    }
    try (var twice = options().retries(1).connect()) {
      assertThatThrownBy(() -> get(twice))
          .isInstanceOf(ServiceBusyException.class)
          .hasMessageContaining("notLeader");
    }

    assertThat(Stream.of(a, b, c).mapToInt(node -> node.requests().size()).sum())
        .isEqualTo(2 * 3);
  }

  @Test
  void withoutRetriesOneNodeIsAsked() {
    a.thenRefusal(notLeader(leaderIs(c)));
    try (var once = options().retries(0).connect()) {
      assertThatThrownBy(() -> get(once)).isInstanceOf(ServiceBusyException.class);
      c.thenFrames(found());
      assertThat(get(once)).as("the next call").isEqualTo(ENTITY);
    }
  }

  @Test
  void anInsertWhoseAnswerIsLostIsFoundAtTheNextLeader() {
    a.thenBreak();
    b.thenFrames(row(ENTITY, Instant.now()));

    var result = client.write(TABLE, INSERT).block(PATIENCE);

    assertThat(result).isNotNull();
    assertThat(b.requests()).singleElement().asString().startsWith("GET");
  }

  /** An insert that is found nowhere was not carried out, because the next leader has all. */
  @Test
  void anInsertThatTheNextLeaderLacksIsSentToIt() {
    a.thenBreak();
    b.thenRefusal(new Frame.Failure(new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "")))
        .thenFrames(new Frame.Result(new WriteResult(5)));

    assertThat(client.write(TABLE, INSERT).block(PATIENCE)).isEqualTo(new WriteResult(5));
    assertThat(b.requests()).hasSize(2);
  }

  @Test
  void anUpsertWhoseAnswerIsLostIsUnknownAndSentNowhereElse() {
    a.thenBreak();

    assertThatThrownBy(() ->
            client.write(TABLE, new Write.Upsert(ENTITY, WriteMode.REPLACE)).block(PATIENCE))
        .isInstanceOfSatisfying(
            ServiceFailedException.class,
            failure ->
                assertThat(failure.outcome()).isEqualTo(ServiceFailedException.Outcome.UNKNOWN));
    assertThat(Stream.of(b, c).flatMap(node -> node.requests().stream())).isEmpty();
  }

  /**
   * The clock of a node that refused is ahead of the leader's. By it, the client's own insert would
   * look older than the request that made it.
   */
  @Test
  void theClockOfOneNodeDoesNotDateTheEntitiesOfAnother() {
    var now = Instant.parse("2026-01-01T12:00:00Z");
    a.then((request, response) -> ScriptedServer.frames(
        response.header("Date", "Thu, 01 Jan 2026 12:00:30 GMT"), 200, Flux.just(found())));
    assertThat(get(client)).isEqualTo(ENTITY);

    a.thenRefusal(notLeader(leaderIs(b)));
    b.thenBreak();
    c.thenFrames(row(ENTITY, now));

    var result = client.write(TABLE, INSERT).block(PATIENCE);

    assertThat(result).isEqualTo(new WriteResult(EdmDateTime.of(now).ticks()));
  }

  private static Frame row(Entity entity, Instant written) {
    return new Frame.Item(
        new StreamItem.Row(entity.withTimestamp(EdmDateTime.of(written).ticks())));
  }
}
