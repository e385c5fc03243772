package io.weir.hbase.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.filter.FilterParser;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each message is read as it was written. */
final class MessagesTest {

  private final Entity strike = Entity.builder("TX", "1").set("Height", 3).build();
  private final List<RowRange> ranges = List.of(
      new RowRange(new byte[] {1, 1, 1, 2, 'T'}, new byte[] {1, 1, 1, 2, 'U'}),
      new RowRange(new byte[] {1, 1, 1, 2, 'V'}, new byte[] {1, 1, 1, 2, (byte) 0xFF}));

  @Test
  void aWriteRequest() {
    var operations = Stream.<Write>of(
            new Write.Insert(strike),
            new Write.Upsert(strike, WriteMode.MERGE),
            new Write.Upsert(strike, WriteMode.REPLACE),
            new Write.Update(strike, WriteMode.MERGE, IfMatch.ANY),
            new Write.Update(strike, WriteMode.REPLACE, IfMatch.version(ETag.ofTimestamp(77))),
            new Write.Delete(new EntityKey("TX", "1"), IfMatch.version(new ETag("W/\"another\""))))
        .map(Operation::of)
        .toList();
    var request = new WriteRequest(new RequestId(-5, 6), new TableId(900), operations);

    assertThat(WriteRequest.read(request.toBytes())).isEqualTo(request);
    assertThat(accepts(operations.get(4), 77)).isTrue();
    assertThat(accepts(operations.get(4), 78)).isFalse();
    assertThat(accepts(operations.get(5), 77)).isFalse();
  }

  private static boolean accepts(Operation operation, long timestampTicks) {
    return ((EntityWrite) operation).accepts(timestampTicks);
  }

  @Test
  void aRequestWithChanges() {
    var add = Write.change(
        new EntityKey("TX", "2"),
        PropertyOperation.of("Seen", Operator.ADD, new EdmInt32(2)),
        new PropertyOperation("Tags", Operator.APPEND, Optional.of(new EdmString("red")), ","),
        PropertyOperation.remove("Old"));
    var operations = Stream.<Write>of(
            new Write.Insert(strike),
            add,
            add.ifMatch(IfMatch.version(ETag.ofTimestamp(77))).withToken(new UUID(-8, 9)),
            add.ifMatch(IfMatch.version(new ETag("W/\"another\""))),
            add.when(FilterParser.parse("Name eq 'a b' and Seen lt 3"))
                .orCreate(Entity.builder("TX", "2").set("Seen", 1).build())
                .answering(Write.Answer.BEFORE_AND_AFTER))
        .map(Operation::of)
        .toList();
    var request = new WriteRequest(new RequestId(-5, 6), new TableId(900), operations, -10);

    assertThat(WriteRequest.read(request.toBytes())).isEqualTo(request);
    assertThat(operations.get(1).encodedKey()).isEqualTo(new EntityKey("TX", "2").encoded());
  }

  @Test
  void aFingerprintIsSentWithATokenOnly() {
    var delete = Operation.of(new Write.Delete(new EntityKey("TX", "1"), IfMatch.ANY));
    var request = new WriteRequest(new RequestId(1, 2), new TableId(900), List.of(delete), 5);
    var without = new WriteRequest(new RequestId(1, 2), new TableId(900), List.of(delete));

    assertThat(request.toBytes()).isEqualTo(without.toBytes());
    assertThat(WriteRequest.read(request.toBytes())).isEqualTo(without);
  }

  @Test
  void theAnswersToAWrite() {
    var done = new WriteAnswer.Done(1L << 60);
    var refused = new WriteAnswer.Refused(ErrorCode.RESOURCE_NOT_FOUND, "key=TX", 7);

    var created = new WriteAnswer.Done(
        5, new WriteResult.Images(Optional.empty(), Optional.of(strike.withTimestamp(5))));
    var changed = new WriteAnswer.Done(
        5, new WriteResult.Images(Optional.of(strike), Optional.of(strike.withTimestamp(5))));

    for (var answer : List.of(done, created, changed)) {
      assertThat(WriteAnswer.read(answer.toBytes())).isEqualTo(answer);
      assertThat(WriteAnswer.Done.ofEntry(answer.toEntry())).isEqualTo(answer);
    }
    assertThat(done.toEntry()).as("as kept by earlier versions").hasSize(Long.BYTES);
    assertThat(WriteAnswer.read(refused.toBytes())).isEqualTo(refused);
    assertThat(refused.failure().failedOperation()).isEqualTo(7);
  }

  @Test
  void aReadRequest() {
    var request = new ReadRequest(
        ranges,
        Order.DESCENDING,
        "Species eq '\uD800 unpaired'",
        Selection.of("Height", "Species"),
        true,
        new SliceLimits(1, 2, 3));

    assertThat(ReadRequest.read(request.toBytes())).isEqualTo(request);
  }

  @Test
  void theAnswerToARead() {
    var within = new ReadAnswer(List.of(strike), 1, 5, SliceEnd.before(new byte[] {1, 2}));
    var region = new ReadAnswer(List.of(), 9, 9, SliceEnd.ofRegion(new byte[0]));

    assertThat(ReadAnswer.read(within.toBytes())).isEqualTo(within);
    assertThat(ReadAnswer.read(region.toBytes())).isEqualTo(region);
  }

  @Test
  void aRemovalAndItsAnswer() {
    var request = new RemovalRequest(new RequestId(1, 2), ranges, true, 10);
    var answer = new RemovalAnswer(4, true, SliceEnd.before(new byte[] {3}));

    assertThat(RemovalRequest.read(request.toBytes())).isEqualTo(request);
    assertThat(RemovalAnswer.read(answer.toBytes())).isEqualTo(answer);
  }

  @Test
  void aMessageThatIsCutIsMalformed() {
    var whole = new ReadRequest(
            ranges, Order.ASCENDING, "true", Selection.ALL, false, new SliceLimits(1, 2, 3))
        .toBytes();

    for (var length = 0; length < whole.length; length++) {
      var cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ReadRequest.read(cut)).isInstanceOf(MalformedMessage.class);
    }
  }

  @Test
  void aCallCarriesItsBytes() {
    var form = new byte[] {0, 1, -1};

    assertThat(EntityService.unwrap(EntityService.wrap(form))).isEqualTo(form);
    for (var call : EntityService.Call.values()) {
      assertThat(EntityService.Call.of(call.method())).isEqualTo(call);
    }
  }
}
