package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

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
  void commandsThatArePutBackDoNotCountTowardsTheBounds() {
    offer(1, 2, 3, 4);
    mailbox.putBack(List.of(mailbox.poll(), mailbox.poll()));

    offer(5, 6);

    assertThat(mailbox.offer(command(7))).isFalse();
    assertThat(drain()).containsExactly(1, 2, 3, 4, 5, 6);
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

  private static Command command(int tableId) {
    return new RangeRemovalCommand(
        tableId, List.of(new ByteRange(new byte[] {0}, new byte[] {1})), new Answer());
  }
}
