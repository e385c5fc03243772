package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.index.Present;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.record.Change;
import io.weir.engine.record.LogRecord;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.tree.CoolingHand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** A shard that applies what another node has evaluated. */
final class AppliedTurnsTest extends SteppedShard {

  private final List<String> told = new ArrayList<>();
  private long position = 1000;

  private record Asked(List<ColdPage> pages, Executor then, Runnable task) {}

  private final List<Asked> asked = new ArrayList<>();

  @Test
  void aRecordIsVisibleOnceItIsAppliedAndNothingIsLogged() {
    apply("1", 500);
    loop.run();

    assertThat(isVisible("1")).isTrue();
    assertThat(told).containsExactly("1");
    assertThat(shard.publishedPosition()).isEqualTo(position);
    assertThat(log.waiting()).isZero();
  }

  @Test
  void recordsThatComeTogetherAreOneVersion() {
    var before = tree.published().version();
    for (var row = 0; row < 50; row++) {
      apply("r" + row, row);
    }
    loop.run();

    assertThat(tree.published().version()).isEqualTo(before + 1);
    assertThat(told).hasSize(50);
    assertThat(isVisible("r0") && isVisible("r49")).isTrue();
  }

  @Test
  void aLaterRecordOfTheSameKeyCounts() {
    apply("1", 500);
    applyRecord(LogRecord.encode(501, List.of(Change.remove(key("1")))), "removed");
    apply("2", 502);
    applyRecord(LogRecord.encode(503, List.of(Change.remove(key("2")))), "removed");
    apply("2", 504);
    loop.run();

    assertThat(isVisible("1")).isFalse();
    assertThat(isVisible("2")).isTrue();
  }

  @Test
  void aRemovalOfARangeIsAppliedInItsPlace() {
    apply("1", 500);
    apply("3", 500);
    applyRemoval("0", "5");
    apply("2", 502);
    loop.run();

    assertThat(isVisible("1") || isVisible("3")).isFalse();
    assertThat(isVisible("2")).isTrue();
    assertThat(shard.replica().isApplying()).isFalse();
  }

  @Test
  void timestampsContinueAboveThoseThatWereApplied() {
    var future = Present.ticks(clock()) + 10_000_000_000L;
    apply("1", future);
    loop.run();

    var answer = send(insert("2"));
    loop.run();
    log.makeFirstDurable();
    loop.run();

    assertThat(answer.ticks).isGreaterThan(future);
    assertThat(shard.lastTicks()).isGreaterThan(future);
  }

  /** The turn belongs to a term that is over; the log has not failed it yet. */
  @Test
  void aRecordIsNotAppliedOnTopOfATurnThatWaitsForTheLog() {
    var lost = send(insert("lost"));
    loop.run();
    apply("1", 500);
    loop.run();
    assertThat(isVisible("1")).isFalse();
    assertThat(told).isEmpty();

    log.failAll();
    loop.run();

    assertThat(lost.failure).isNotNull();
    assertThat(isVisible("1")).isTrue();
    assertThat(isVisible("lost")).isFalse();
  }

  @Test
  void aTurnThatIsAcknowledgedIsPublishedBeforeALaterRecord() {
    var own = send(insert("own"));
    loop.run();
    applyRecord(
        LogRecord.encode(Long.MAX_VALUE / 4, List.of(Change.remove(key("own")))), "removed");
    loop.run();

    log.makeFirstDurable();
    loop.run();

    assertThat(own.ticks).isPositive();
    assertThat(isVisible("own")).isFalse();
    assertThat(told).containsExactly("removed");
  }

  @Test
  void aTaskThatWaitsForPublicationWaitsForTheRecordsBeforeIt() {
    send(insert("lost"));
    loop.run();
    apply("1", 500);
    shard.whenPublished(() -> told.add("published"));
    loop.run();
    assertThat(told).isEmpty();

    log.failAll();
    loop.run();

    assertThat(told).containsExactly("1", "published");
  }

  /** A checkpoint asks for it, and must not wait for a shard that waits for the checkpoint. */
  @Test
  void aShardThatIsBehindTellsUpToWhereItHasPublished() {
    apply("1", 500);
    loop.run();
    var reached = position;
    assertThat(seen()).isEqualTo(Long.MAX_VALUE);

    send(insert("lost"));
    loop.run();
    apply("2", 500);
    apply("3", 501);
    assertThat(seen()).isEqualTo(reached);

    log.failAll();
    loop.run();
    assertThat(seen()).isEqualTo(Long.MAX_VALUE);
  }

  private long seen() {
    var answer = new ArrayList<Long>();
    shard.whenOwnPublished(answer::add);
    loop.run();
    assertThat(answer).hasSize(1);
    return answer.get(0);
  }

  @Test
  void aRecordWaitsForItsColdPage() throws IOException {
    for (var row = 0; row < 60; row++) {
      send(big(row));
      loop.run();
      log.makeFirstDurable();
      loop.run();
    }
    freeze();
    shard.readColdPagesBy((pages, then, task) -> asked.add(new Asked(pages, then, task)));

    apply("r030", 500);
    apply("r031", 501);
    loop.run();
    assertThat(told).isEmpty();
    assertThat(shard.replica().isApplying()).isTrue();
    while (!asked.isEmpty()) {
      var next = asked.remove(0);
      for (var page : next.pages()) {
        tree.published().bringIn(page.key(), (id, place) -> {});
      }
      next.then().execute(next.task());
      loop.run();
    }

    assertThat(told).containsExactly("r030", "r031");
    assertThat(shard.replica().isApplying()).isFalse();
  }

  @Test
  void aStoppedShardStillApplies() {
    shard.stop(() -> told.add("stopped"));
    loop.run();
    apply("1", 500);
    loop.run();

    assertThat(told).containsExactly("stopped", "1");
    assertThat(isVisible("1")).isTrue();
  }

  @Test
  void aShardWhoseTreeWillBeClosedDropsTheRecords() {
    send(insert("lost"));
    loop.run();
    apply("1", 500);
    shard.replica().stopApplying();
    loop.run();
    log.failAll();
    loop.run();
    apply("2", 500);
    loop.run();

    assertThat(told).containsExactly("1", "2");
    assertThat(isVisible("1") || isVisible("2")).isFalse();
  }

  @Test
  void aRefusedShardAppliesWhenItServesAgain() {
    shard.refuse("reason=test", () -> told.add("rest"));
    loop.run();
    apply("1", 500);
    loop.run();
    assertThat(told).containsExactly("rest");

    shard.serve(tree, () -> told.add("serves"));
    loop.run();

    assertThat(told).containsExactly("rest", "serves", "1");
    assertThat(isVisible("1")).isTrue();
  }

  @Test
  void aShardThatFailedDropsItsRecordsAndLetsNobodyWait() {
    send(insert("lost"));
    loop.run();
    apply("1", 500);
    loop.run();

    shard.memoryFailed(new InternalError("a fault"));
    loop.run();
    apply("2", 500);
    shard.whenPublished(() -> told.add("published"));
    loop.run();

    assertThat(told).containsExactly("1", "2", "published");
    assertThat(isVisible("1") || isVisible("2")).isFalse();
    assertThat(shard.replica().isApplying()).isFalse();
    assertThat(shard.isFaulted()).isTrue();
  }

  private void apply(String row, long ticks) {
    applyRecord(LogRecord.encode(ticks, List.of(Change.put(key(row), stored()))), row);
  }

  private void applyRemoval(String from, String to) {
    var record = LogRecord.ofRemoval(501, 0, List.of(new ByteRange(key(from), key(to))));
    var bytes = ByteBuffer.allocate(record.lengthBytes());
    record.writeTo(bytes);
    applyRecord(bytes.array(), "removal");
  }

  private void applyRecord(byte[] record, String name) {
    position += 8;
    shard
        .replica()
        .apply(List.of(
            new AppliedRecord(ByteBuffer.wrap(record), position, null, () -> told.add(name))));
  }

  /** Returns a value for which no test looks. */
  private static byte[] stored() {
    return new byte[] {0};
  }

  private static byte[] key(String row) {
    return TreeKeys.of(TABLE, new EntityKey("p", row).encoded());
  }

  private static Write big(int row) {
    var entity = Entity.builder("p", String.format("r%03d", row))
        .set("Data", new byte[1_500])
        .build();
    return new Write.Upsert(entity, WriteMode.MERGE);
  }

  private void freeze() {
    var hand = new CoolingHand();
    for (var passes = 0; passes < 2; ) {
      passes += hand.step(tree.published()) ? 1 : 0;
    }
  }
}
