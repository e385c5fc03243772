package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Patient producers leave half of the mailbox to other producers and are called when there is room.
 * The mailbox holds four commands.
 */
final class PatientOfferTest extends SteppedShard {

  private final List<String> called = new ArrayList<>();
  private int rows;

  @Test
  void patientProducersFillAtMostHalfOfTheMailbox() {
    assertThat(offerPatiently("a")).isTrue();
    assertThat(offerPatiently("b")).isTrue();

    assertThat(offerPatiently("c")).isFalse();
    assertThat(offer(insert("d"), new Answer())).isTrue();
    assertThat(offer(insert("e"), new Answer())).isTrue();
    assertThat(offer(insert("f"), new Answer())).isFalse();
  }

  @Test
  void aLargeCommandCountsByItsBytes() {
    var large = command(insert("a"), 3000, new Answer());

    assertThat(shard.offerPatiently(large)).isTrue();

    assertThat(offerPatiently("b")).isFalse();
    assertThat(offer(insert("c"), new Answer())).isTrue();
  }

  @Test
  void aWaitingProducerIsCalledOnceAfterATurnHasMadeRoom() {
    fillHalf();
    shard.whenRoom(() -> called.add("w"));
    assertThat(called).isEmpty();

    loop.run();
    loop.run();

    assertThat(called).containsExactly("w");
  }

  @Test
  void noProducerIsCalledWhileTheLogLags() {
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
  void aProducerThatRegistersWhenThereIsRoomIsCalled() {
    shard.whenRoom(() -> called.add("w"));

    loop.run();

    assertThat(called).containsExactly("w");
  }

  @Test
  void producersAreCalledInOrderAndRegisterAgainAfterTheOthers() {
    fillHalf();
    waitFor("first", 3);
    waitFor("second", 1);

    loop.run();

    assertThat(called).startsWith("first", "first").contains("second");
    assertThat(called.subList(3, called.size())).containsOnlyOnce("first");
  }

  /** Offers {@code commands} commands one after the other, each when there is room. */
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
