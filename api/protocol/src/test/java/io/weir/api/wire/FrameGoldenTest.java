package io.weir.api.wire;

import static io.weir.api.wire.Frames.assertBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.FeedItem;
import io.weir.api.FeedToken;
import io.weir.api.JointCommit;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.api.write.WriteResult.Images;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Fixes the bytes of each frame. Other versions of Weir and clients in other languages read them.
 */
final class FrameGoldenTest {

  private static final Entity ENTITY =
      Entity.builder("p", "r").set("N", 7).build().withTimestamp(0x0102030405060708L);
  private static final String ENTITY_BYTES = "00000003 70 00 72 0102030405060708 01 4E 02 00000007";

  @Test
  void entityIsItsOwnEncoding() {
    assertBytes(item(new StreamItem.Row(ENTITY)), "01 00000016 " + ENTITY_BYTES);
  }

  @Test
  void moreHasCountAndContinuation() {
    var resume = Continuation.after(new EntityKey("p", "r"), Direction.ASCENDING);

    assertBytes(
        new Frame.More(resume, 258),
        "0B 00000014 0000000000000102 41 51 42 77 41 48 4B 37 51 7A 73 6B");
  }

  @Test
  void progressHasCountAndContinuation() {
    var resume = Continuation.after(new EntityKey("p", "r"), Direction.ASCENDING);

    assertThat(resume.encode()).isEqualTo("AQBwAHK7Qzsk");
    assertBytes(
        item(new StreamItem.Progress(resume, 258)),
        "02 00000014 0000000000000102 41 51 42 77 41 48 4B 37 51 7A 73 6B");
  }

  @Test
  void endHasTheReport() {
    assertBytes(
        item(new StreamItem.End(new QueryReport(AccessPath.POINT, 1, 2, 3))),
        "03 00000019 00000001 0000000000000002 0000000000000003 50 4F 49 4E 54");
  }

  @Test
  void endNamesTheIndexAfterThePath() {
    assertBytes(
        item(new StreamItem.End(new QueryReport(AccessPath.INDEX_RANGE, "byAge", 1, 2, 3))),
        "03 00000025 00000001 0000000000000002 0000000000000003"
            + " 49 4E 44 45 58 5F 52 41 4E 47 45 20 62 79 41 67 65");
  }

  @Test
  void failureHasOperationCodeAndFacts() {
    assertBytes(
        new Frame.Failure(
            new ConflictException(ErrorCode.TABLE_ALREADY_EXISTS, "a=é").atOperation(9)),
        "04 0000001B 00000009 12 5461626C65416C7265616479457869737473 61 3D C3 A9");
  }

  @Test
  void changeHasConditionDefaultsOperatorsAndOperands() {
    var add = Write.change(
        new EntityKey("p", "r"), PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)));
    var operands = "00000003 70 00 72 0000000000000000 01 4E 02 00000001";

    assertBytes(
        new Frame.Change(add),
        "05 00000026 05 00 0001 2A 0000 00000000 01 03 61 64 64 " + operands);
    assertBytes(
        new Frame.Change(add.when(FilterParser.parse("N gt 0"))
            .orCreate()
            .answering(Write.Answer.BEFORE_AND_AFTER)),
        "05 0000003B 05 02 0001 2A 0006 4E 20 67 74 20 30 0000000F 00000003 70 00 72 0000000000000000"
            + " 01 03 61 64 64 " + operands);
  }

  @Test
  void changeWithATokenSaysSoInItsSecondByte() {
    var add = Write.change(
            new EntityKey("p", "r"), PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)))
        .withToken(new UUID(0x0102030405060708L, 0xF0F1F2F3F4F5F6F7L));
    var rest = "0001 2A 0102030405060708F0F1F2F3F4F5F6F7 0000 00000000 01 03 61 64 64"
        + " 00000003 70 00 72 0000000000000000 01 4E 02 00000001";

    assertBytes(new Frame.Change(add), "05 00000036 05 04 " + rest);
    assertBytes(
        new Frame.Change(add.answering(Write.Answer.BEFORE_AND_AFTER)),
        "05 00000036 05 06 " + rest);
  }

  @Test
  void resultOfAChangeHasTheEntityAfterAndBefore() {
    assertBytes(
        new Frame.Result(
            new WriteResult(258, new Images(Optional.of(ENTITY), Optional.of(ENTITY)))),
        "06 00000038 0000000000000102 00000016 " + ENTITY_BYTES + " " + ENTITY_BYTES);
    assertBytes(
        new Frame.Result(new WriteResult(258, new Images(Optional.empty(), Optional.of(ENTITY)))),
        "06 00000022 0000000000000102 00000016 " + ENTITY_BYTES);
  }

  @Test
  void writeHasKindModePreconditionAndEntity() {
    assertBytes(
        new Frame.Change(new Write.Insert(ENTITY)), "05 0000001A 01 00 0000 " + ENTITY_BYTES);
    assertBytes(
        new Frame.Change(new Write.Upsert(ENTITY, WriteMode.MERGE)),
        "05 0000001A 02 01 0000 " + ENTITY_BYTES);
    assertBytes(
        new Frame.Change(new Write.Update(ENTITY, WriteMode.REPLACE, IfMatch.ANY)),
        "05 0000001B 03 02 0001 2A " + ENTITY_BYTES);
    assertBytes(
        new Frame.Change(
            new Write.Delete(new EntityKey("p", "r"), IfMatch.version(new ETag("W/\"x\"")))),
        "05 0000000C 04 00 0005 57 2F 22 78 22 70 00 72");
  }

  @Test
  void resultIsTheTimestamp() {
    assertBytes(new Frame.Result(new WriteResult(258)), "06 00000008 0000000000000102");
    assertBytes(new Frame.Result(WriteResult.REMOVED), "06 00000008 0000000000000000");
  }

  @Test
  void tableIsItsName() {
    assertBytes(new Frame.Table(new TableName("Abc1")), "07 00000004 41 62 63 31");
  }

  @Test
  void lineHasGroupAndAWriteOrAFailure() {
    var refused = new ConflictException(ErrorCode.TABLE_ALREADY_EXISTS, "");

    assertBytes(
        new Frame.Line(BulkLine.of(new Write.Insert(ENTITY))),
        "08 0000001C 00 05 01 00 0000 " + ENTITY_BYTES);
    assertBytes(
        new Frame.Line(BulkLine.of(new Write.Insert(ENTITY), "g1")),
        "08 0000001E 02 6731 05 01 00 0000 " + ENTITY_BYTES);
    assertBytes(
        new Frame.Line(new BulkLine.Refused(refused, Optional.empty())),
        "08 00000019 00 04 FFFFFFFF 12 5461626C65416C7265616479457869737473");
  }

  @Test
  void outcomeHasLineAndAResultOrAFailure() {
    var refused = new ConflictException(ErrorCode.TABLE_ALREADY_EXISTS, "").atOperation(1);

    assertBytes(
        new Frame.Outcome(new BulkResult.Done(3, new WriteResult(258))),
        "09 00000011 0000000000000003 06 0000000000000102");
    assertBytes(
        new Frame.Outcome(new BulkResult.Refused(3, refused)),
        "09 00000020 0000000000000003 04 00000001 12 5461626C65416C7265616479457869737473");
    assertBytes(
        new Frame.Outcome(new BulkResult.End(2, 1)),
        "0A 00000010 0000000000000002 0000000000000001");
  }

  @Test
  void keyIsBothKeys() {
    assertBytes(new Frame.Key(new EntityKey("p", "r")), "0C 00000003 70 00 72");
  }

  @Test
  void operationHasTheTableAndAWriteOrACheck() {
    var table = new TableName("Abc1");
    var key = new EntityKey("p", "r");

    assertBytes(
        new Frame.Operation(TableWrite.of(table, new Write.Insert(ENTITY))),
        "0E 00000020 04 41626331 05 01 00 0000 " + ENTITY_BYTES);
    assertBytes(
        new Frame.Operation(TableWrite.present(table, key, IfMatch.version(new ETag("W/\"x\"")))),
        "0E 00000010 04 41626331 01 0005 57 2F 22 78 22 70 00 72");
    assertBytes(
        new Frame.Operation(TableWrite.absent(table, key)), "0E 00000009 04 41626331 00 70 00 72");
  }

  @Test
  void commitHasItsOperationsAndCommittedTheirTimestamps() {
    var table = new TableName("Abc1");
    var commit = JointCommit.of(
        TableWrite.of(table, new Write.Insert(ENTITY)),
        TableWrite.absent(table, new EntityKey("p", "s")));

    assertBytes(
        new Frame.Commit(commit),
        "12 00000031 00000020 04 41626331 05 01 00 0000 " + ENTITY_BYTES
            + " 00000009 04 41626331 00 70 00 73");
    assertBytes(
        new Frame.Committed(List.of(new WriteResult(258), WriteResult.REMOVED)),
        "13 00000010 0000000000000102 0000000000000000");
    assertBytes(
        new Frame.Committed(List.of(
            WriteResult.REMOVED,
            new WriteResult(258, new Images(Optional.empty(), Optional.of(ENTITY))),
            WriteResult.REMOVED)),
        "13 00000036 0000000000000000 FFFFFFFFFFFFFEFD 0000001A 00000016 " + ENTITY_BYTES
            + " 0000000000000000");
    assertBytes(
        new Frame.Committed(
            List.of(new WriteResult(258, new Images(Optional.of(ENTITY), Optional.of(ENTITY))))),
        "13 0000003C FFFFFFFFFFFFFEFD 00000030 00000016 " + ENTITY_BYTES + " " + ENTITY_BYTES);
  }

  @Test
  void addressIsTheTableAndBothKeys() {
    assertBytes(
        new Frame.Address(new TableKey(new TableName("Abc1"), new EntityKey("p", "r"))),
        "0F 00000008 04 41626331 70 00 72");
  }

  /**
   * The service answers a joint commit of the most operations in one frame, and refuses one that
   * has more.
   */
  @Test
  void aCommitHasTheMostOperationsAndNoMore() {
    var most = JointCommit.MAX_OPERATIONS;
    var commit = new Frame.Commit(new JointCommit(IntStream.range(0, most)
        .mapToObj(i -> TableWrite.absent(new TableName("Abc1"), new EntityKey("p", "" + i)))
        .toList()));
    var committed =
        new Frame.Committed(Collections.nCopies(most, new WriteResult(EdmDateTime.MAX_TICKS)));
    var bytes = FrameEncoder.encode(commit);
    var operation = ByteBuffer.wrap(bytes, 5, 4).getInt() + 4;
    var more = ByteBuffer.allocate(bytes.length + operation)
        .put(bytes, 0, 1)
        .putInt(bytes.length - 5 + operation)
        .put(bytes, 5, bytes.length - 5)
        .put(bytes, 5, operation)
        .array();

    assertThat(Frames.read(FrameDecoder.checked(), bytes)).containsExactly(commit);
    assertThat(Frames.read(FrameDecoder.shaped(), FrameEncoder.encode(committed)))
        .containsExactly(committed);
    assertThatThrownBy(() -> Frames.read(FrameDecoder.checked(), more))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("operations=more limit=1000");
  }

  @Test
  void feedHasKindTokenAndWhatChanged() {
    var table = new TableName("Abc1");
    var token = new FeedToken("AQ");
    var at = new EdmDateTime(258);

    assertBytes(new Frame.Feed(new FeedItem.Checkpoint(token)), "0D 00000005 05 0002 4151");
    assertBytes(
        new Frame.Feed(new FeedItem.TableDropped(table, at, token)),
        "0D 00000012 04 0002 4151 04 41626331 0000000000000102");
    assertBytes(
        new Frame.Feed(new FeedItem.RangeRemoved(
            table,
            3,
            new EdmBinary(new byte[] {0x70, 0}),
            new EdmBinary(new byte[] {0x70, 1}),
            at,
            token)),
        "0D 0000001E 03 0002 4151 04 41626331 0000000000000102 00000003 00000002 7000 7001");
    assertBytes(
        new Frame.Feed(new FeedItem.Change(
            table,
            3,
            new EntityKey("p", "r"),
            Optional.empty(),
            FeedItem.Before.UNKNOWN,
            at,
            FeedItem.Cause.EXPIRY,
            9,
            token)),
        "0D 00000022 02 0002 4151 04 41626331 0000000000000102 00000003 01 0000000000000009 70 00 72");
    assertBytes(
        new Frame.Feed(new FeedItem.Change(
            table,
            3,
            ENTITY.key(),
            Optional.of(ENTITY),
            FeedItem.Before.UNKNOWN,
            at,
            FeedItem.Cause.EXISTING,
            0,
            token)),
        "0D 00000035 01 0002 4151 04 41626331 0000000000000102 00000003 02 0000000000000000 "
            + ENTITY_BYTES);
  }

  @Test
  void aChangeSaysWhatWasStoredBefore() {
    var table = new TableName("Abc1");
    var token = new FeedToken("AQ");
    var at = new EdmDateTime(258);

    assertBytes(
        new Frame.Feed(new FeedItem.Change(
            table,
            3,
            ENTITY.key(),
            Optional.of(ENTITY),
            FeedItem.Before.NOTHING,
            at,
            FeedItem.Cause.WRITE,
            9,
            token)),
        "0D 00000039 06 0002 4151 04 41626331 0000000000000102 00000003 00 0000000000000009 "
            + "00000000 " + ENTITY_BYTES);
    assertBytes(
        new Frame.Feed(new FeedItem.Change(
            table,
            3,
            ENTITY.key(),
            Optional.empty(),
            FeedItem.Before.of(ENTITY),
            at,
            FeedItem.Cause.LEFT,
            9,
            token)),
        "0D 0000003C 07 0002 4151 04 41626331 0000000000000102 00000003 03 0000000000000009 "
            + "00000016 " + ENTITY_BYTES + " 70 00 72");
  }

  private static Frame item(StreamItem item) {
    return new Frame.Item(item);
  }
}
