package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.engine.tree.ByteRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order and the bounds of a mailbox when the shard puts commands back. */
final class MailboxTest {

  private final Mailbox mailbox = new Mailbox(4, 1 << 20);

  @Test
  void commandsThatArePutBackPrecedeTheOthersInTheirOrder() {
    offer(1, 2, 3);
    var taken = List.of(mailbox.poll(), mailbox.poll());

    mailbox.putBack(taken);

    assertThat(drain()).containsExactly(1, 2, 3);
  }

  @Test
  void commandsThatArePutBackTwicePrecedeTheRestOfTheFirstOnes() {
    offer(1, 2, 3, 4);
    mailbox.putBack(List.of(mailbox.poll(), mailbox.poll(), mailbox.poll()));

    mailbox.putBack(List.of(mailbox.poll(), mailbox.poll()));

    assertThat(drain()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void commandsThatArePutBackDoNotCountTowardsTheNumber() {
    offer(1, 2, 3, 4);
    mailbox.putBack(List.of(mailbox.poll(), mailbox.poll()));

    offer(5, 6);

    assertThat(mailbox.offer(command(7))).isFalse();
    assertThat(drain()).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void commandsThatArePutBackKeepTheirBytes() {
    var weight = command(0).weightBytes();
    var small = new Mailbox(16, 2L * weight);
    assertThat(small.offer(command(1))).isTrue();
    assertThat(small.offer(command(2))).isTrue();

    small.putBack(List.of(small.poll(), small.poll()));
    assertThat(small.offer(command(3))).isFalse();

    small.poll();
    assertThat(small.offer(command(3))).isTrue();
  }

  /** Sixteen places: crowded from twelve commands on. */
  @Test
  void theLastQuarterIsForOthersThanThePartitionThatCrowdsTheMailbox() {
    var crowded = new Mailbox(16, 1 << 20);
    fill(crowded, 16);
    for (var turn = 0; turn < 40; turn++) {
      crowded.poll();
      crowded.offer(write(1));
    }

    assertThat(crowded.size()).isLessThan(16);
    assertThat(crowded.offer(write(1))).isFalse();
    assertThat(crowded.refusalOf(write(1))).startsWith("reason=hotPartition");
    while (crowded.size() < 16) {
      assertThat(crowded.offer(write(2))).isTrue();
    }
    assertThat(crowded.offer(write(2))).isFalse();
    assertThat(crowded.refusalOf(write(2))).isEqualTo(JointCommand.MAILBOX_FULL);
  }

  @Test
  void aMailboxThatIsHalfEmptyAgainTakesCommandsOfAllPartitions() {
    var crowded = new Mailbox(16, 1 << 20);
    fill(crowded, 16);
    for (var turn = 0; turn < 40; turn++) {
      crowded.poll();
      crowded.offer(write(1));
    }

    while (crowded.size() >= 8) {
      crowded.poll();
    }
    fill(crowded, 9);
  }

  @Test
  void partitionsThatCrowdAMailboxTogetherAreAllTaken() {
    var crowded = new Mailbox(16, 1 << 20);
    fill(crowded, 16);
    for (var turn = 0; turn < 100; turn++) {
      crowded.poll();
      assertThat(crowded.offer(write(1 + turn % 3))).isTrue();
    }
  }

  /** Offers commands of one partition, and requires that they are taken. */
  private void fill(Mailbox target, int count) {
    for (var each = 0; each < count; each++) {
      assertThat(target.offer(write(1))).isTrue();
    }
  }

  private void offer(int... tableIds) {
    for (var id : tableIds) {
      assertThat(mailbox.offer(command(id))).isTrue();
    }
  }

  private List<Integer> drain() {
    var ids = new ArrayList<Integer>();
    for (var next = mailbox.peek(); next != null; next = mailbox.peek()) {
      assertThat(mailbox.poll()).isSameAs(next);
      ids.add(next.tableId());
    }
    return ids;
  }

  private static Command write(int partition) {
    var removal = new Write.Delete(new EntityKey("p" + partition, "r"), IfMatch.ANY);
    return WriteCommand.of(1, List.of(removal), new Answer());
  }

  private static Command command(int tableId) {
    return new RangeRemovalCommand(
        tableId, List.of(new ByteRange(new byte[] {0}, new byte[] {1})), new Answer());
  }
}
