package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.record.Change;
import io.weir.engine.record.LogRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A joint commit of another node becomes visible in all its shards at one moment. */
final class AppliedJointTest extends SteppedShards {

  private int applied;

  @Test
  void noShardShowsItsPartBeforeAllHaveApplied() {
    var joint = joint(0, 1, 2);
    apply(joint, 0, 0, "x");
    apply(joint, 1, 1, "x");
    runAll();
    assertThat(visible("x")).isZero();

    apply(joint, 2, 2, "x");
    runAll();

    assertThat(visible("x")).isEqualTo(3);
    assertThat(applied).isEqualTo(3);
    assertThat(publications.started()).isEqualTo(1).isEqualTo(publications.finished());
  }

  @Test
  void laterRecordsOfAShardWaitForTheJointCommitBeforeThem() {
    var joint = joint(0, 1);
    apply(joint, 0, 0, "x");
    apply(0, "later", null);
    runAll();
    assertThat(applied).as("both are in the private tree").isEqualTo(2);
    assertThat(visible("later")).isZero();

    apply(joint, 1, 1, "x");
    runAll();

    assertThat(visible("later")).isEqualTo(1);
  }

  /** A checkpoint that has the version before the joint commit must replay it. */
  @Test
  void aShardHasNotPublishedAJointCommitThatWaitsForAnotherShard() {
    var joint = joint(0, 1);
    apply(joint, 0, 0, "x");
    runAll();
    assertThat(seen(0)).isZero();

    apply(joint, 1, 1, "x");
    runAll();

    assertThat(seen(0)).isEqualTo(Long.MAX_VALUE);
  }

  private long seen(int number) {
    var answer = new ArrayList<Long>();
    member(number).shard.whenOwnPublished(answer::add);
    runAll();
    assertThat(answer).hasSize(1);
    return answer.get(0);
  }

  @Test
  void aShardThatFailedHoldsNoOtherBack() {
    var joint = joint(0, 1);
    apply(joint, 0, 0, "x");
    runAll();

    member(1).shard.memoryFailed(new InternalError("a fault"));
    runAll();
    apply(joint, 1, 1, "x");
    runAll();

    assertThat(member(0).shows("x")).isTrue();
    assertThat(member(1).shows("x")).isFalse();
  }

  @Test
  void aRecordWaitsForAShardThatIsParkedInACommandOfItsOwn() {
    var answer = send(insert(0, "own"), insert(1, "own"));
    sequencer.run();
    member(0).loop.run(); // parked: the other shard has not come so far
    apply(0, "other", null);
    member(0).loop.run();
    assertThat(applied).isZero();

    log.failAll(); // the log takes no batches here any more
    runAll();

    assertThat(answer.failure).isNotNull();
    assertThat(applied).isEqualTo(1);
    assertThat(visible("other")).isEqualTo(1);
    assertThat(visible("own")).isZero();
  }

  /**
   * The first shard has parked for a command whose other part is behind joint records of the
   * leader, of which the first shard has a part.
   */
  @Test
  void aShardThatWaitsForAJointRecordRefusesTheCommandForWhichTheOtherHasParked() {
    var joints = IntStream.range(0, 20).mapToObj(row -> joint(0, 1)).toList();
    for (var row = 0; row < joints.size(); row++) {
      apply(joints.get(row), 1, 1, "r" + row);
    }
    runAll(); // the second shard has as many turns in flight as it may
    var answer = send(insert(0, "own"), insert(1, "own"));
    sequencer.run();
    member(0).loop.run();
    log.follow();
    for (var row = 0; row < joints.size(); row++) {
      apply(joints.get(row), 0, 0, "r" + row);
    }

    runAll();

    assertThat(answer.failure).hasMessageContaining("reason=notLeader leader=b");
    assertThat(visible("r0") + visible("r19")).isEqualTo(4);
    assertThat(visible("own")).isZero();
  }

  private AppliedJoint joint(int... shards) {
    return new AppliedJoint(
        Arrays.stream(shards).mapToObj(number -> member(number).shard).toList(), publications);
  }

  private void apply(AppliedJoint joint, int place, int shard, String row) {
    apply(shard, row, joint.part(place));
  }

  private void apply(int shard, String row, AppliedJoint.@Nullable Part part) {
    member(shard)
        .shard
        .replica()
        .apply(List.of(new AppliedRecord(ByteBuffer.wrap(record(row)), 8, part, () -> applied++)));
  }

  private static byte[] record(String row) {
    return LogRecord.encode(500, List.of(Change.put(key(row), new byte[] {0})));
  }
}
