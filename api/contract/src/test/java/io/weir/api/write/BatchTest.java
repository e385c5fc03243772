package io.weir.api.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchTest {

  @Test
  void aBatchHoldsOneTo100Writes() {
    assertThat(new Batch(deletes(1)).writes()).hasSize(1);
    assertThat(new Batch(deletes(100)).partitionKey()).isEqualTo("p");
    assertRefused(List.of(), ErrorCode.INVALID_INPUT, TableServiceException.NO_OPERATION);
    assertRefused(deletes(101), ErrorCode.INVALID_INPUT, 99);
  }

  @Test
  void allWritesBelongToOnePartition() {
    assertRefused(
        List.of(delete("p", "1"), delete("p", "2"), delete("q", "3")),
        ErrorCode.COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS,
        2);
  }

  @Test
  void aKeyOccursAtMostOnceInABatch() {
    var insert = new Write.Insert(Entity.builder("p", "1").build());

    assertRefused(
        List.of(delete("p", "1"), delete("p", "2"), insert), ErrorCode.INVALID_DUPLICATE_ROW, 2);
  }

  @Test
  void encodedEntitiesTakeAtMostFourMebibytes() {
    var largest = Batch.MAX_BYTES / 4;

    assertThat(new Batch(List.of(
                ofLength("1", largest),
                ofLength("2", largest),
                ofLength("3", largest),
                ofLength("4", largest)))
            .writes())
        .hasSize(4);
    assertRefused(
        List.of(
            ofLength("1", largest),
            ofLength("2", largest),
            ofLength("3", largest),
            ofLength("4", largest + 1)),
        ErrorCode.REQUEST_BODY_TOO_LARGE,
        TableServiceException.NO_OPERATION);
  }

  private static void assertRefused(List<Write> writes, ErrorCode code, int operation) {
    var failure = catchThrowableOfType(TableServiceException.class, () -> new Batch(writes));
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.failedOperation()).isEqualTo(operation);
  }

  private static List<Write> deletes(int count) {
    return IntStream.range(0, count).<Write>mapToObj(i -> delete("p", "" + i)).toList();
  }

  private static Write delete(String partitionKey, String rowKey) {
    return new Write.Delete(new EntityKey(partitionKey, rowKey), IfMatch.ANY);
  }

  /**
   * Returns a write whose encoded entity takes this many bytes. Its text has characters of three
   * bytes, each of which counts as two, so the encoded form may exceed 1 MiB.
   */
  private static Write ofLength(String rowKey, int bytes) {
    var left = bytes - Entity.builder("p", rowKey).build().encoded().length;
    var builder = Entity.builder("p", rowKey);
    for (var i = 0; i < 10; i++) {
      builder.set("P" + i, "\uFFFF".repeat(30_000));
      left -= 1 + 2 + 1 + 3 + 90_000;
    }
    var upsert = new Write.Upsert(
        builder
            .set("L", new byte[50_000])
            .set("M", new byte[50_000])
            .set("N", new byte[left - 3 * (1 + 1 + 1 + 3) - 100_000])
            .build(),
        WriteMode.REPLACE);
    assertThat(upsert.entity().encoded()).hasSize(bytes);
    return upsert;
  }
}
