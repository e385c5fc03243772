package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http2.Http2Error;
import io.weir.api.JointCommit;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.wire.Frame;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.options.UnknownWrites;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** The repetition of unconditional writes, and of writes that were certainly not carried out. */
final class RepeatedWriteTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").set("Age", 7).build();
  private static final Write UPSERT = new Write.Upsert(ENTITY, WriteMode.REPLACE);
  private static final Write DELETE = new Write.Delete(ENTITY.key(), IfMatch.ANY);
  private static final Write.Change ADD =
      Write.change(ENTITY.key(), PropertyOperation.of("Age", Operator.ADD, new EdmInt32(1)));
  private static final Entity OTHER = Entity.builder("p", "other").build();
  private static final Frame DONE = new Frame.Result(new WriteResult(5));
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ScriptedServer server = new ScriptedServer();
  private WeirClient client = server.client().connect();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void aWriteIsRepeatedWhenTheServiceIsBusy(UnknownWrites policy) {
    reconnect(policy);
    server
        .thenRefusal(new Frame.Failure(new ServiceBusyException("")))
        .thenRefusal(new Frame.Failure(new ServiceBusyException("")))
        .thenFrames(DONE);

    assertThat(client.write(TABLE, new Write.Insert(ENTITY)).block(PATIENCE).timestampTicks())
        .isEqualTo(5);
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void aWriteFailsAsBusyWhenTheServiceStaysBusy() {
    for (var i = 0; i < 4; i++) {
      server.thenRefusal(new Frame.Failure(new ServiceBusyException("queue=full")));
    }

    assertThatThrownBy(() -> client.write(TABLE, UPSERT).block(PATIENCE))
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("queue=full");
    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void theRetryAfterOfABusyServiceIsReadFromItsHeader() {
    client.close();
    client = server.client().retries(0).connect();
    server.then((request, response) ->
        response.status(503).header("Retry-After", "7").header("x-ms-error-code", "ServerBusy"));

    assertThatThrownBy(() -> client.write(TABLE, UPSERT).block(PATIENCE))
        .isInstanceOfSatisfying(
            ServiceBusyException.class,
            busy -> assertThat(busy.retryAfter()).hasValue(Duration.ofSeconds(7)));
  }

  @Test
  void aWriteOnARefusedStreamIsRepeated() {
    reconnect(UnknownWrites.FAIL);
    server.thenReset(Http2Error.REFUSED_STREAM).thenFrames(DONE);

    assertThat(client.write(TABLE, UPSERT).block(PATIENCE)).isNotNull();
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void aWriteOnAResetStreamHasAnUnknownOutcome() {
    reconnect(UnknownWrites.FAIL);
    server.thenReset(Http2Error.INTERNAL_ERROR).thenFrames(DONE);

    assertUnknown(client.write(TABLE, UPSERT));
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void anUnconditionalWriteIsNotRepeatedByDefault() {
    server.thenBreak();

    assertUnknown(client.write(TABLE, UPSERT));
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void anUnconditionalWriteIsRepeatedOnRequest() {
    reconnect(UnknownWrites.REPEAT);
    server.thenBreak().thenBreak().thenFrames(DONE);

    assertThat(client.write(TABLE, UPSERT).block(PATIENCE).timestampTicks()).isEqualTo(5);
    assertThat(server.requests()).hasSize(3).containsOnly(server.requests().get(0));
  }

  @ParameterizedTest
  @EnumSource(
      value = UnknownWrites.class,
      names = {"RESOLVE", "REPEAT"})
  void aChangeIsRepeatedAloneAndInABatch(UnknownWrites policy) {
    reconnect(policy);
    server.thenBreak().thenBreak().thenFrames(DONE).thenBreak().thenFrames(DONE, DONE);

    assertThat(client.write(TABLE, ADD).block(PATIENCE).timestampTicks()).isEqualTo(5);
    var batch = Batch.of(new Write.Upsert(OTHER, WriteMode.REPLACE), ADD);
    assertThat(client.submit(TABLE, batch).block(PATIENCE)).hasSize(2);
    assertThat(server.requests()).hasSize(5);
  }

  @Test
  void aChangeIsNotRepeatedIfNoWriteIsToBe() {
    reconnect(UnknownWrites.FAIL);
    server.thenBreak().thenBreak().thenBreak();

    assertUnknown(client.write(TABLE, ADD));
    assertUnknown(client.submit(TABLE, Batch.of(ADD.withToken(new UUID(1, 2)))));
    assertUnknown(client.commit(JointCommit.of(TableWrite.of(TABLE, ADD))));
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void aChangeOfAVersionIsRepeatedWithoutARead() {
    server.thenBreak().thenFrames(DONE);

    var version = IfMatch.version(ETag.ofTimestamp(4711));
    assertThat(client.write(TABLE, ADD.ifMatch(version)).block(PATIENCE).timestampTicks())
        .isEqualTo(5);
    assertThat(server.requests()).hasSize(2).containsOnly(server.requests().get(0));
  }

  @Test
  void aRepeatedChangeThatIsRefusedWasNotCarriedOut() {
    server
        .thenBreak()
        .thenRefusal(new Frame.Failure(new PreconditionFailedException("condition=false")));

    assertThatThrownBy(() -> client.write(TABLE, ADD).block(PATIENCE))
        .isInstanceOf(PreconditionFailedException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {
        "TABLE_NOT_FOUND",
        "AUTHENTICATION_FAILED",
        "AUTHORIZATION_PERMISSION_MISMATCH",
        "INVALID_INPUT",
        "REQUEST_BODY_TOO_LARGE",
        "NOT_IMPLEMENTED"
      })
  void aRefusalBeforeTheTokenIsLookedUpLeavesTheOutcomeUnknown(ErrorCode code) {
    var refusal = new Frame.Failure(TableServiceException.of(code, ""));
    for (var i = 0; i < 3; i++) {
      server.thenBreak().thenRefusal(refusal);
    }

    assertUnknown(client.write(TABLE, ADD));
    assertUnknown(client.submit(TABLE, Batch.of(ADD)));
    assertUnknown(client.commit(JointCommit.of(TableWrite.of(TABLE, ADD))));
    assertThat(server.requests()).hasSize(6);
  }

  /** The client makes a code from the status when an answer names none that it knows. */
  @ParameterizedTest
  @ValueSource(strings = {"status=412", "unexpectedStatus=412", "code=Blocked text=no"})
  void aRefusalWithoutAKnownCodeLeavesTheOutcomeOfAChangeUnknown(String facts) {
    server.thenBreak().thenRefusal(new Frame.Failure(new PreconditionFailedException(facts)));

    assertUnknown(client.write(TABLE, ADD));
    assertThat(server.requests()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorCode.class,
      names = {
        "RESOURCE_NOT_FOUND",
        "ENTITY_ALREADY_EXISTS",
        "UNIQUE_INDEX_VIOLATION",
        "CHANGE_TOKEN_REUSED",
        "OUT_OF_RANGE_INPUT",
        "ENTITY_TOO_LARGE"
      })
  void aRefusalByTheEvaluationOfARepeatedBatchIsReported(ErrorCode code) {
    server
        .thenBreak()
        .thenRefusal(new Frame.Failure(TableServiceException.of(code, "").atOperation(1)));

    var batch = Batch.of(new Write.Upsert(OTHER, WriteMode.REPLACE), ADD);
    assertThatThrownBy(() -> client.submit(TABLE, batch).block(PATIENCE))
        .isInstanceOfSatisfying(
            TableServiceException.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }

  @Test
  void aRepeatedChangeWhoseAnswerIsForgottenFailsAndSaysThatItWasCarriedOut() {
    var code = ErrorCode.CHANGE_ANSWER_FORGOTTEN;
    server.thenBreak().thenRefusal(new Frame.Failure(TableServiceException.of(code, "")));

    assertThatThrownBy(
            () -> client.write(TABLE, ADD.answering(Write.Answer.AFTER)).block(PATIENCE))
        .isInstanceOfSatisfying(
            ConflictException.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
    assertThat(server.requests()).hasSize(2);
  }

  @Test
  void aRepeatedUpdateOfAnAbsentEntityHasAnUnknownOutcome() {
    reconnect(UnknownWrites.REPEAT);
    server.thenBreak().thenRefusal(absent());

    assertUnknown(client.write(TABLE, new Write.Update(ENTITY, WriteMode.MERGE, IfMatch.ANY)));
  }

  @Test
  void aRepeatedRemovalOfAnAbsentEntityOrTableSucceeds() {
    reconnect(UnknownWrites.REPEAT);
    server.thenBreak().thenRefusal(absent()).thenBreak().thenRefusal(absent());

    assertThat(client.write(TABLE, DELETE).block(PATIENCE)).isEqualTo(WriteResult.REMOVED);
    client.deleteTable(TABLE).block(PATIENCE);
    assertThat(server.requests()).hasSize(4);
  }

  @Test
  void aFirstDeleteOfAnAbsentEntityFails() {
    reconnect(UnknownWrites.REPEAT);
    server.thenRefusal(absent());

    assertThatThrownBy(() -> client.write(TABLE, DELETE).block(PATIENCE))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void aRangeRemovalIsRepeatedOnlyOnRequest() {
    server.thenBreak();
    assertUnknown(client.deleteRange(TABLE, Filter.ALL));

    reconnect(UnknownWrites.REPEAT);
    server.thenBreak().then((request, response) -> response.status(204).send());
    client.deleteRange(TABLE, Filter.ALL).block(PATIENCE);
    assertThat(server.requests()).hasSize(3);
  }

  @Test
  void anUnconditionalBatchIsTreatedAsItsWrites() {
    server.thenBreak();
    assertUnknown(client.submit(TABLE, Batch.of(UPSERT)));

    reconnect(UnknownWrites.REPEAT);
    server.thenBreak().thenFrames(DONE);
    assertThat(client.submit(TABLE, Batch.of(UPSERT)).block(PATIENCE)).hasSize(1);
  }

  @Test
  void aLostAttemptLeavesTheOutcomeUnknownWhateverFollows() {
    reconnect(UnknownWrites.REPEAT);
    server
        .thenBreak()
        .thenRefusal(new Frame.Failure(new ServiceBusyException("")))
        .thenRefusal(new Frame.Failure(new ServiceBusyException("")))
        .thenRefusal(new Frame.Failure(new ServiceBusyException("")));

    assertUnknown(client.write(TABLE, UPSERT));
  }

  private static void assertUnknown(Mono<?> write) {
    assertThatThrownBy(() -> write.block(PATIENCE))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=unknown");
  }

  private static Frame.Failure absent() {
    return new Frame.Failure(new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, ""));
  }

  private void reconnect(UnknownWrites policy) {
    client.close();
    client = server.client().unknownWrites(policy).connect();
  }
}
