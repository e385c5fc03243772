package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Entities.keysOf;
import static io.weir.api.contract.Entities.number;
import static io.weir.api.contract.Entities.numbered;
import static io.weir.api.contract.Failures.assertEntityExists;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertTableNotFound;
import static io.weir.api.write.WriteMode.MERGE;
import static io.weir.api.write.WriteMode.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Cases for batches that are carried out as a whole. */
public interface BatchContract extends Door {

  @Test
  default void aBatchMayHoldEveryKindOfWrite() {
    var strikes = Table.in(this)
        .load(IntStream.range(2, 7).mapToObj(i -> entity("TX", "" + i).set("Old", i)));
    var etag = strikes.get("TX", "5").etag().orElseThrow();

    strikes.submit(
        insert("1"),
        new Write.Upsert(entity("TX", "2").set("New", 2).build(), MERGE),
        new Write.Upsert(entity("TX", "3").set("New", 3).build(), REPLACE),
        new Write.Update(entity("TX", "4").set("New", 4).build(), MERGE, IfMatch.ANY),
        new Write.Update(entity("TX", "5").set("New", 5).build(), REPLACE, IfMatch.version(etag)),
        delete("6"));
    midScenario();

    assertThat(keysOf(strikes.all())).containsExactly("TX/1", "TX/2", "TX/3", "TX/4", "TX/5");
    assertThat(strikes.get("TX", "2").toMap()).containsOnlyKeys("Old", "New");
    assertThat(strikes.get("TX", "3").toMap()).containsOnlyKeys("New");
    assertThat(strikes.get("TX", "4").toMap()).containsOnlyKeys("Old", "New");
    assertThat(strikes.get("TX", "5").toMap()).containsOnlyKeys("New");
  }

  @Test
  default void aBatchAnswersAResultForEachWriteInTheirOrder() {
    var strikes = Table.in(this).load(numbered("TX", 2));

    var results = strikes.submit(delete("0001"), insert("2"), delete("0000"), insert("1"));
    midScenario();

    assertThat(results).hasSize(4);
    assertThat(results.get(0)).isEqualTo(WriteResult.REMOVED);
    assertThat(results.get(1).etag()).isEqualTo(strikes.get("TX", "2").etag());
    assertThat(results.get(2)).isEqualTo(WriteResult.REMOVED);
    assertThat(results.get(3).etag()).isEqualTo(strikes.get("TX", "1").etag());
  }

  @Test
  default void allWritesOfABatchCarryOneTimestamp() {
    var strikes = Table.in(this);
    var before = strikes.insert(entity("TX", "before"));

    var results =
        strikes.submit(IntStream.range(0, 10).mapToObj(i -> insert("" + i)).toList());
    midScenario();
    var behind = strikes.insert(entity("TX", "behind"));

    var ticks = results.get(0).timestampTicks();
    assertThat(results).containsOnly(new WriteResult(ticks));
    assertThat(strikes.select("RowKey lt 'a'"))
        .extracting(Entity::timestampTicks)
        .hasSize(10)
        .containsOnly(ticks);
    assertThat(ticks).isStrictlyBetween(before.timestampTicks(), behind.timestampTicks());
  }

  @Test
  default void aBatchMayHoldOneWrite() {
    var strikes = Table.in(this);

    assertThat(strikes.submit(insert("1"))).hasSize(1);
    midScenario();

    assertThat(strikes.find("TX", "1")).isPresent();
  }

  @Test
  default void aBatchHoldsOneToAHundredWrites() {
    var strikes = Table.in(this);
    var writes = IntStream.range(0, 101).mapToObj(i -> insert(number(i))).toList();

    assertThat(strikes.submit(writes.subList(0, 100))).hasSize(100);
    midScenario();

    assertThat(strikes.all()).hasSize(100);
    assertInvalid(ErrorCode.INVALID_INPUT, () -> new Batch(List.of()));
    assertThat(assertInvalid(ErrorCode.INVALID_INPUT, () -> new Batch(writes)).failedOperation())
        .isEqualTo(99);
  }

  @Test
  default void aBatchBelongsToOnePartition() {
    var elsewhere = new Write.Insert(entity("CA", "2").build());

    var failure = assertInvalid(
        ErrorCode.COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS,
        () -> Batch.of(insert("1"), elsewhere));

    assertThat(failure.failedOperation()).isEqualTo(1);
  }

  @Test
  default void aBatchThatRepeatsAKeyIsRefused() {
    var failure = assertInvalid(
        ErrorCode.INVALID_DUPLICATE_ROW, () -> Batch.of(insert("1"), insert("2"), delete("1")));

    assertThat(failure.failedOperation()).isEqualTo(2);
  }

  @Test
  default void aBatchHoldsAtMostFourMebibytes() {
    var strikes = Table.in(this);
    var writes = new ArrayList<Write>();
    IntStream.range(0, 5)
        .forEach(
            i -> writes.add(new Write.Insert(filled("p", "" + i, "B", 830_000).build())));
    var rest = Batch.MAX_BYTES - encodedBytes(writes);
    var overhead = filled("p", "5", "B", 40_000).build().encoded().length - 40_000;
    var tooLarge = new ArrayList<>(writes);
    writes.add(new Write.Insert(filled("p", "5", "B", rest - overhead).build()));
    tooLarge.add(new Write.Insert(filled("p", "5", "B", rest - overhead + 1).build()));

    strikes.submit(writes);
    midScenario();

    assertThat(encodedBytes(writes)).isEqualTo(Batch.MAX_BYTES);
    assertThat(strikes.all()).hasSize(6);
    assertInvalid(ErrorCode.REQUEST_BODY_TOO_LARGE, () -> new Batch(tooLarge));
  }

  @Test
  default void aBatchMayExchangeEntities() {
    var strikes = Table.in(this).load(numbered("TX", 50));
    var writes = new ArrayList<Write>();
    IntStream.range(0, 50).forEach(i -> writes.add(delete(number(i))));
    IntStream.range(50, 100).forEach(i -> writes.add(insert(number(i))));

    strikes.submit(writes);
    midScenario();

    assertThat(strikes.all()).hasSize(50);
    assertThat(strikes.all().get(0).rowKey()).isEqualTo("0050");
  }

  @Test
  default void batchesOfOtherPartitionsDoNotMix() {
    var strikes = Table.in(this);
    for (var state : List.of("TX", "CA", "NY")) {
      strikes.submit(
          new Write.Insert(entity(state, "1").set("State", state).build()),
          new Write.Insert(entity(state, "2").set("State", state).build()));
    }

    midScenario();

    assertThat(keysOf(strikes.all()))
        .containsExactly("CA/1", "CA/2", "NY/1", "NY/2", "TX/1", "TX/2");
    assertThat(strikes.get("NY", "2").getString("State")).contains("NY");
  }

  @Test
  default void aBatchSeesEarlierWrites() {
    var strikes = Table.in(this);
    strikes.submit(insert("1"), insert("2"));

    midScenario();

    assertEntityExists(() -> strikes.submit(insert("3"), insert("2")));
    assertEntityExists(() -> strikes.insert(entity("TX", "1")));
    assertThat(strikes.find("TX", "3")).isEmpty();
  }

  @Test
  default void noBatchIsCarriedOutOnAnAbsentTable() {
    var strikes = Table.absentIn(this);

    assertTableNotFound(() -> strikes.submit(insert("1"), insert("2")));
    midScenario();
    strikes.create();

    assertThat(strikes.all()).isEmpty();
  }

  private static Write insert(String rowKey) {
    return new Write.Insert(entity("TX", rowKey).set("New", 1).build());
  }

  private static Write delete(String rowKey) {
    return new Write.Delete(key("TX", rowKey), IfMatch.ANY);
  }

  private static int encodedBytes(List<Write> writes) {
    return writes.stream()
        .mapToInt(write -> ((Write.Insert) write).entity().encoded().length)
        .sum();
  }
}
