package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.weir.api.error.ServiceBusyException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The requests that a loop admits in a turn, on a clock and a loop that a test steps. */
final class LoopAdmissionTest {

  private static final int MANY = 100;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private long nanos;
  private final LoopAdmission admission = new LoopAdmission(() -> nanos);

  @AfterEach
  void close() {
    var unused = channel.close();
  }

  @Test
  void aShortTurnAdmitsAll() {
    assertThat(turn(MANY, Duration.ofMillis(1))).isEqualTo(MANY);
    assertThat(turn(MANY, Duration.ofMillis(1))).isEqualTo(MANY);
  }

  @Test
  void afterALongTurnOnlyRequestsThatFitTheTimeAreAdmitted() {
    assertThat(turn(MANY, Duration.ofMillis(10))).isEqualTo(MANY);

    assertThat(turn(MANY, Duration.ofMillis(10))).as("half of 1,000 ms").isEqualTo(51);
    assertThat(turn(MANY, Duration.ofMillis(10))).as("half of 510 ms").isEqualTo(26);
    assertThat(turn(MANY, Duration.ofMillis(10))).as("250 ms").isEqualTo(26);
  }

  @Test
  void aFewAreAdmittedHoweverLongTheyLast() {
    for (var turn = 0; turn < 5; turn++) {
      assertThat(turn(LoopAdmission.LEAST, Duration.ofSeconds(1))).isEqualTo(LoopAdmission.LEAST);
    }
  }

  @Test
  void oneLongPauseRefusesNoRequest() {
    assertThat(turn(MANY, Duration.ZERO)).isEqualTo(MANY);
    for (var i = 0; i < LoopAdmission.LEAST; i++) {
      assertThat(isTaken()).isTrue();
    }
    nanos += Duration.ofSeconds(2).toNanos();

    assertThat(isTaken()).isTrue();
    channel.runPendingTasks();
    assertThat(turn(MANY, Duration.ofMillis(1)))
        .as("a pause lasts no second turn")
        .isEqualTo(MANY);
  }

  @Test
  void tasksQueuedByATurnCountForIt() {
    isTaken();
    channel.eventLoop().execute(() -> nanos += Duration.ofMillis(400).toNanos());
    channel.runPendingTasks();

    assertThat(turn(MANY, Duration.ofMillis(10))).isEqualTo(26);
  }

  @Test
  void aLoopThatHasCaughtUpAdmitsAllAgain() {
    assertThat(turn(MANY, Duration.ofMillis(10))).isEqualTo(MANY);
    assertThat(turn(MANY, Duration.ofMillis(10))).isLessThan(MANY);
    turn(3, Duration.ofMillis(10));

    assertThat(turn(MANY, Duration.ofMillis(10))).isEqualTo(MANY);
  }

  /** Clients that retry at once make a turn long by refusals alone. */
  @Test
  void refusalsTakeAboutHalfOfATurnAtMost() {
    var served = 0L;
    var refused = 0L;
    for (var turn = 0; turn < 50; turn++) {
      var taken = 0;
      for (var i = 0; i < 10 * MANY; i++) {
        var isTaken = isTaken();
        taken += isTaken ? 1 : 0;
        nanos += Duration.ofMillis(isTaken ? 4 : 1).toNanos();
      }
      channel.runPendingTasks();
      served += 4L * taken;
      refused += 10L * MANY - taken;
    }

    assertThat(served).isGreaterThan(refused * 9 / 10);
  }

  /** Returns how many requests of this duration are admitted in one turn. */
  private int turn(int requests, Duration each) {
    var taken = 0;
    for (var i = 0; i < requests; i++) {
      if (isTaken()) {
        taken++;
        nanos += each.toNanos();
      }
    }
    channel.runPendingTasks();
    return taken;
  }

  private boolean isTaken() {
    try {
      admission.requireTime(channel.eventLoop());
      return true;
    } catch (ServiceBusyException e) {
      assertThat(e.facts()).isEqualTo("reason=loopBusy");
      return false;
    }
  }
}
