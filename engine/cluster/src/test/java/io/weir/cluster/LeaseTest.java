package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How long a leader may be certain that it is the only one. */
final class LeaseTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long LENGTH = SECOND / 5 * 4;

  /** Begins close to the end of the numbers, as a clock of the system may. */
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - SECOND / 2);

  private final Lease ofThree = new Lease(clock::get, Duration.ofSeconds(1), 3);
  private final Lease ofFive = new Lease(clock::get, Duration.ofSeconds(1), 5);

  @Test
  void ofThreeNodesOneAnswerIsEnough() {
    assertThat(ofThree.holds(1)).isFalse();

    ofThree.answered(1, "b", clock.get());

    assertThat(ofThree.holds(1)).isTrue();
    assertThat(ofThree.holds(2)).isFalse();
    clock.addAndGet(LENGTH - 1);
    assertThat(ofThree.holds(1)).isTrue();
    clock.addAndGet(1);
    assertThat(ofThree.holds(1)).isFalse();
  }

  @Test
  void ofFiveNodesTheSecondNewestOfFourDecides() {
    long begin = clock.get();
    ofFive.answered(1, "b", begin);
    assertThat(ofFive.holds(1)).isFalse();
    clock.addAndGet(100);
    ofFive.answered(1, "c", clock.get());
    assertThat(ofFive.holds(1)).isTrue();

    clock.set(begin + LENGTH);
    assertThat(ofFive.holds(1)).as("b has answered nothing newer").isFalse();
    ofFive.answered(1, "c", clock.get());
    assertThat(ofFive.holds(1)).isFalse();
    ofFive.answered(1, "d", begin + 200);
    assertThat(ofFive.holds(1)).isTrue();
  }

  @Test
  void anAnswerThatComesLateCountsFromTheMomentAtWhichTheCallWasSent() {
    long sent = clock.get();
    clock.addAndGet(LENGTH - 1);
    ofThree.answered(1, "b", sent);
    assertThat(ofThree.holds(1)).isTrue();
    clock.addAndGet(1);
    assertThat(ofThree.holds(1)).isFalse();

    ofThree.answered(1, "c", clock.get());
    ofThree.answered(1, "c", sent);
    assertThat(ofThree.holds(1)).as("the newest call counts").isTrue();
  }

  @Test
  void aLaterTermBeginsWithoutAnswers() {
    ofThree.answered(1, "b", clock.get());
    ofThree.answered(2, "b", clock.get() - 2 * LENGTH);

    assertThat(ofThree.holds(1)).isFalse();
    assertThat(ofThree.holds(2)).isFalse();
    ofThree.answered(1, "c", clock.get());
    assertThat(ofThree.holds(1)).as("an answer of the earlier term").isFalse();
  }

  @Test
  void anEndedTermHoldsNothingWhateverIsAnswered() {
    ofThree.answered(3, "b", clock.get());
    ofThree.end(3);
    ofThree.answered(3, "c", clock.get());

    assertThat(ofThree.holds(3)).isFalse();
    ofThree.answered(4, "b", clock.get());
    assertThat(ofThree.holds(4)).isTrue();
  }
}
