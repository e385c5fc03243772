package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Every row of the second table of {@link io.weir.client.options.UnknownWrites}: the connection
 * breaks during a write, and the client reads the stored entity.
 */
final class ResolvedWriteTest {

  private static final TableName TABLE = new TableName("People");
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String HEARD = "Thu, 01 Jan 2026 12:00:00 GMT";
  private static final long BEFORE = ticks("2026-01-01T11:59:59.9Z");
  private static final long SINCE = ticks("2026-01-01T12:00:00Z");
  private static final Entity MINE =
      Entity.builder("p", "r").set("Age", 7).set("N", "x").build();
  private static final Entity OTHER = Entity.builder("p", "r").set("Age", 8).build();
  private static final Write INSERT = new Write.Insert(MINE);

  private final ScriptedServer server = new ScriptedServer();
  private final WeirClient client = server.client().connect();

  /** Gives the client the service's time. */
  @BeforeEach
  void hear() {
    server.then((request, response) ->
        ScriptedServer.frames(response.header("Date", HEARD), 404, Flux.just(absent())));
    client.get(TABLE, MINE.key()).block(PATIENCE);
    server.thenBreak();
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void anInsertIsRepeatedWhenTheEntityIsAbsent() {
    server.thenRefusal(absent()).thenFrames(result(SINCE));

    assertThat(write(INSERT)).isEqualTo(new WriteResult(SINCE));
    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void anInsertSucceedsWhenItsEntityIsStored() {
    storedIs(MINE, SINCE);

    assertThat(write(INSERT)).isEqualTo(new WriteResult(SINCE));
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void anInsertConflictsWhenTheStoredEntityIsOlder() {
    storedIs(MINE, BEFORE);

    assertThatThrownBy(() -> write(INSERT)).isInstanceOf(ConflictException.class);
  }

  @Test
  void anInsertIsUnknownWhenADifferentEntityWasStoredSince() {
    storedIs(OTHER, SINCE);

    assertUnknown(INSERT, "stored=differs");
  }

  /**
   * The stored entity may be from the client's own first attempt, so a conflict does not tell the
   * outcome.
   */
  @Test
  void aRepeatedInsertThatConflictsWithItselfSucceeds() {
    server.thenRefusal(absent()).thenRefusal(failure(ErrorCode.ENTITY_ALREADY_EXISTS));
    storedIs(MINE, SINCE);

    assertThat(write(INSERT)).isEqualTo(new WriteResult(SINCE));
  }

  @Test
  void aWriteIsUnknownWhenItsEntityCannotBeRead() {
    server.thenRefusal(failure(ErrorCode.AUTHORIZATION_PERMISSION_MISMATCH));

    assertUnknown(INSERT, "resolution=failed");
  }

  @Test
  void aServiceFailureIsResolvedLikeALostConnection() {
    server.thenRefusal(absent()).thenRefusal(failure(ErrorCode.OPERATION_TIMED_OUT));
    storedIs(MINE, SINCE);

    assertThat(write(INSERT)).isEqualTo(new WriteResult(SINCE));
  }

  @Test
  void anUpdateIsRepeatedWhenItsVersionIsStillStored() {
    storedIs(OTHER, BEFORE);
    server.thenFrames(result(SINCE));

    assertThat(write(update(WriteMode.MERGE, BEFORE))).isEqualTo(new WriteResult(SINCE));
  }

  /** Equal properties prove nothing while the old version is stored. */
  @Test
  void anUpdateWithEqualPropertiesIsRepeatedWhenItsVersionIsStillStored() {
    storedIs(MINE, BEFORE);
    server.thenFrames(result(SINCE));

    assertThat(write(update(WriteMode.REPLACE, BEFORE))).isEqualTo(new WriteResult(SINCE));
  }

  @Test
  void aReplaceSucceedsWhenItsEntityIsStored() {
    storedIs(MINE, SINCE);

    assertThat(write(update(WriteMode.REPLACE, BEFORE))).isEqualTo(new WriteResult(SINCE));
  }

  @Test
  void anUpdateFailsWhenItsVersionWasReplacedBefore() {
    storedIs(MINE, BEFORE);

    assertThatThrownBy(() -> write(update(WriteMode.REPLACE, BEFORE - 1)))
        .isInstanceOf(PreconditionFailedException.class);
  }

  @Test
  void anUpdateIsUnknownWhenADifferentEntityWasStoredSince() {
    storedIs(OTHER, SINCE);

    assertUnknown(update(WriteMode.REPLACE, BEFORE), "stored=anotherVersion");
  }

  /**
   * The stored entity may have had these properties before, and another client may have merged it.
   */
  @Test
  void aMergeIsUnknownWhenALaterVersionIsStored() {
    storedIs(MINE, SINCE);

    assertUnknown(update(WriteMode.MERGE, BEFORE), "stored=anotherVersion");
  }

  @Test
  void anUpdateIsUnknownWhenTheEntityIsAbsent() {
    server.thenRefusal(absent());

    assertUnknown(update(WriteMode.REPLACE, BEFORE), "stored=nothing");
  }

  @Test
  void aDeleteIsRepeatedWhenItsVersionIsStillStored() {
    storedIs(OTHER, BEFORE);
    server.thenFrames(new Frame.Result(WriteResult.REMOVED));

    assertThat(write(delete(BEFORE))).isEqualTo(WriteResult.REMOVED);
  }

  @Test
  void aDeleteFailsWhenItsVersionWasReplacedBefore() {
    storedIs(OTHER, BEFORE);

    assertThatThrownBy(() -> write(delete(BEFORE - 1)))
        .isInstanceOf(PreconditionFailedException.class);
  }

  /** Two clients that delete the same version to claim it must not both succeed. */
  @Test
  void aDeleteIsUnknownWhenTheEntityIsAbsent() {
    server.thenRefusal(absent());

    assertUnknown(delete(BEFORE), "stored=nothing");
  }

  @Test
  void aBatchIsResolvedByItsFirstConditionalWrite() {
    storedIs(MINE, SINCE);
    var other = Entity.builder("p", "other").build();

    var results = client
        .submit(
            TABLE,
            Batch.of(
                new Write.Upsert(other, WriteMode.MERGE),
                INSERT,
                new Write.Delete(Entity.builder("p", "gone").build().key(), IfMatch.ANY)))
        .block(PATIENCE);

    assertThat(results)
        .containsExactly(new WriteResult(SINCE), new WriteResult(SINCE), WriteResult.REMOVED);
  }

  @Test
  void aBatchThatResolvesToAConflictNamesThatWrite() {
    storedIs(MINE, BEFORE);
    var upsert = new Write.Upsert(Entity.builder("p", "other").build(), WriteMode.MERGE);

    assertThatThrownBy(() -> client.submit(TABLE, Batch.of(upsert, INSERT)).block(PATIENCE))
        .isInstanceOfSatisfying(
            ConflictException.class,
            conflict -> assertThat(conflict.failedOperation()).isEqualTo(1));
  }

  @Test
  void theCreationOfATableIsRepeatedWhenItIsAbsent() {
    server
        .thenRefusal(absent())
        .then((request, response) -> response.status(204).send());

    client.createTable(TABLE).block(PATIENCE);
    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void theCreationOfATableIsUnknownWhenATableOfThatNameExists() {
    server.thenFrames(new Frame.Table(TABLE));

    assertUnknown(client.createTable(TABLE), "stored=tableOfThatName");
  }

  @Test
  void withoutTheServicesTimeNoEntityCountsAsOlder() {
    try (var server = new ScriptedServer();
        var client = server.client().connect()) {
      server.thenBreak().thenFrames(row(OTHER, BEFORE));

      assertUnknown(client.write(TABLE, INSERT), "stored=differs");
    }
  }

  private void storedIs(Entity entity, long ticks) {
    server.thenFrames(row(entity, ticks));
  }

  private WriteResult write(Write write) {
    return client.write(TABLE, write).block(PATIENCE);
  }

  private void assertUnknown(Write write, String fact) {
    assertUnknown(client.write(TABLE, write), fact);
  }

  private static void assertUnknown(Mono<?> write, String fact) {
    assertThatThrownBy(() -> write.block(PATIENCE))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=unknown")
        .hasMessageContaining(fact);
  }

  private static Write update(WriteMode mode, long version) {
    return new Write.Update(MINE, mode, IfMatch.version(ETag.ofTimestamp(version)));
  }

  private static Write delete(long version) {
    return new Write.Delete(MINE.key(), IfMatch.version(ETag.ofTimestamp(version)));
  }

  private static Frame row(Entity entity, long ticks) {
    return new Frame.Item(new StreamItem.Row(entity.withTimestamp(ticks)));
  }

  private static Frame result(long ticks) {
    return new Frame.Result(new WriteResult(ticks));
  }

  private static Frame.Failure absent() {
    return new Frame.Failure(new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, ""));
  }

  private static Frame.Failure failure(ErrorCode code) {
    return new Frame.Failure(TableServiceException.of(code, ""));
  }

  private static long ticks(String instant) {
    return EdmDateTime.of(Instant.parse(instant)).ticks();
  }
}
