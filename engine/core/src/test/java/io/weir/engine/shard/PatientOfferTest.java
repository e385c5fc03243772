package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waits for room leaves some for those who do not, and is called when there is some again. The mailbox holds four. */
final class PatientOfferTest extends SteppedShard {

  private final List<String> called = new ArrayList<>();
  private int rows;

  @Test
  void whoWaitsFillsNoMoreThanHalfOfTheMailbox() {
    assertThat(offerPatiently("a")).isTrue();
    assertThat(offerPatiently("b")).isTrue();

    assertThat(offerPatiently("c")).isFalse();
    assertThat(offer(insert("d"), new Answer())).isTrue();
    assertThat(offer(insert("e"), new Answer())).isTrue();
    assertThat(offer(insert("f"), new Answer())).isFalse();
  }

  @Test
  void aCommandThatIsLargeCountsByItsBytes() {
    var large = command(insert("a"), 3000, new Answer());

    assertThat(shard.offerPatiently(large)).isTrue();

    assertThat(offerPatiently("b")).isFalse();
    assertThat(offer(insert("c"), new Answer())).isTrue();
  }

  @Test
  void whoWaitsIsCalledOnceWhenATurnHasMadeRoom() {
    fillHalf();
    shard.whenRoom(() -> called.add("w"));
    assertThat(called).isEmpty();

    loop.run();
    loop.run();

    assertThat(called).containsExactly("w");
  }

  @Test
  void nobodyIsCalledWhileTheLogLagsBehind() {
    for (var turn = 0; turn < ShardOptions.DEFAULT.turnsInFlight(); turn++) {
      fillHalf();
      loop.run();
    }
    fillHalf();
    shard.whenRoom(() -> called.add("w"));
    loop.run();
    assertThat(called).isEmpty();

    log.makeFirstDurable();
    loop.run();

    assertThat(called).containsExactly("w");
  }

  @Test
  void whoAsksWhereThereIsRoomAlreadyIsCalledToo() {
    shard.whenRoom(() -> called.add("w"));

    loop.run();

    assertThat(called).containsExactly("w");
  }

  @Test
  void whoCameFirstIsCalledFirstAndWhoFindsNoRoomWaitsBehindTheOthers() {
    fillHalf();
    waitFor("first", 3);
    waitFor("second", 1);

    loop.run();

    assertThat(called).startsWith("first", "first").contains("second");
    assertThat(called.subList(3, called.size())).containsOnlyOnce("first");
  }

  /** Has so many commands taken, as they find room. */
  private void waitFor(String name, int commands) {
    shard.whenRoom(() -> {
      var left = commands;
      while (left > 0 && offerPatiently(name + left)) {
        called.add(name);
        left--;
      }
      if (left > 0) {
        waitFor(name, left);
      }
    });
  }

  private void fillHalf() {
    while (offerPatiently("x" + rows++)) {
      assertThat(shard.waiting()).isLessThanOrEqualTo(2);
    }
  }

  private boolean offerPatiently(String row) {
    return shard.offerPatiently(command(insert(row), Command.OVERHEAD_BYTES, new Answer()));
  }
}
