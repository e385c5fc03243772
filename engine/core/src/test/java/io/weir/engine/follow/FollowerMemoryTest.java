package io.weir.engine.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Followers read while there is memory, wait in a line for it, and give it up when they rest. */
final class FollowerMemoryTest {

  private final FollowerMemory memory = new FollowerMemory(100, 10);
  private final List<String> events = new ArrayList<>();

  @Test
  void readingBeginsBelowTheLimitAndWaitsAtIt() {
    var first = share("first");
    var second = share("second");
    first.hold(99);
    assertThat(mayRead(second, "second")).isTrue();
    second.hold(1);

    assertThat(mayRead(second, "second")).isFalse();
    assertThat(mayRead(second, "second")).isFalse();
    assertThat(events).isEmpty();

    first.release(1);
    assertThat(events).containsExactly("second reads");
    assertThat(mayRead(second, "second")).isTrue();
  }

  @Test
  void theLineIsServedInItsOrderWhileThereIsRoom() {
    var holder = share("holder");
    holder.hold(100);
    var first = share("first");
    mayRead(first, "first");
    mayRead(share("second"), "second");
    mayRead(share("third"), "third");

    holder.release(15);
    assertThat(events).containsExactly("first reads");
    holder.release(1); // the readings of both count
    assertThat(events).containsExactly("first reads", "second reads");
    holder.release(1);
    assertThat(memory.heldBytes()).isEqualTo(83 + 2 * 10);

    first.hold(3);
    assertThat(events).containsExactly("first reads", "second reads", "third reads");
  }

  @Test
  void aFollowerThatRestsInsteadOfReadingPassesItsTurnOn() {
    var holder = share("holder");
    holder.hold(100);
    var first = share("first");
    mayRead(first, "first");
    mayRead(share("second"), "second");
    holder.release(10);

    first.rest();

    assertThat(events).containsExactly("first reads", "second reads");
  }

  @Test
  void aFollowerThatRestsIsAskedForItsMemory() {
    var resting = share("resting");
    resting.hold(100);
    assertThat(resting.rest()).isFalse();

    mayRead(share("waiting"), "waiting");
    assertThat(events).containsExactly("resting gives up");
    assertThat(resting.rest()).isTrue();
    resting.release(100);

    assertThat(events).containsExactly("resting gives up", "waiting reads");
  }

  @Test
  void aFollowerThatGoesOnIsNotAsked() {
    var going = share("going");
    going.hold(100);
    going.rest();
    going.resume();

    mayRead(share("waiting"), "waiting");

    assertThat(events).isEmpty();
  }

  @Test
  void memoryThatGrowsBeyondTheLimitIsTakenFromThoseThatRest() {
    var resting = share("resting");
    resting.hold(60);
    resting.rest();
    var growing = share("growing");
    growing.hold(40);
    assertThat(growing.isExceeded()).isFalse();

    growing.hold(1);

    assertThat(growing.isExceeded()).isTrue();
    assertThat(events).containsExactly("resting gives up");
  }

  @Test
  void theEndReleasesEverythingAndLetsOthersRead() {
    var ended = share("ended");
    ended.hold(100);
    mayRead(share("waiting"), "waiting");

    ended.end();
    ended.hold(7);
    ended.release(3);
    ended.end();

    assertThat(memory.heldBytes()).isEqualTo(10); // of the other reading
    assertThat(events).containsExactly("waiting reads");
  }

  @Test
  void anEndedFollowerLeavesTheLine() {
    var holder = share("holder");
    holder.hold(100);
    var left = share("left");
    mayRead(left, "left");
    mayRead(share("next"), "next");

    left.end();
    holder.release(100);

    assertThat(events).containsExactly("next reads");
  }

  private FollowerMemory.Share share(String name) {
    return memory.share(() -> events.add(name + " gives up"));
  }

  private boolean mayRead(FollowerMemory.Share share, String name) {
    return share.mayRead(() -> events.add(name + " reads"));
  }
}
