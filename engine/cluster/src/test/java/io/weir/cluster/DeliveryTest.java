package io.weir.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.consensus.Applied;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a store gets of the entries that wait when its node stops. */
final class DeliveryTest {

  private final World world = new World();
  private final RecordingMember member = new RecordingMember(world);
  private final Delivery delivery = new Delivery(member, Applied.NONE, () -> {});

  @Test
  void aStopWaitsUntilTheStoreHasTakenWhatWaits() throws InterruptedException {
    deliverThreeToAHeldMember();
    Thread stop = new Thread(() -> {
      delivery.drain(Duration.ofSeconds(60));
      delivery.close();
    });
    stop.start();
    world.until("the stop waits", () -> isWaiting(stop));

    member.release();
    stop.join();

    assertThat(texts()).containsExactly("one", "two", "three");
  }

  @Test
  void aStopDoesNotWaitForeverForAStore() {
    deliverThreeToAHeldMember();

    delivery.drain(Duration.ofMillis(1));
    Thread close = new Thread(delivery::close);
    close.start();
    world.until("the delivery is closed but for the call of the store", () -> isWaiting(close));
    member.release();
    Joins.join(close);

    assertThat(texts()).containsExactly("one");
  }

  @Test
  void aStopDoesNotWaitForAStoreThatFailed() {
    member.failWith(new IllegalStateException("no disk"));
    delivery.start();
    enter(1, "one");
    world.until("the store has failed", () -> delivery.failure() != null);

    delivery.drain(Duration.ofDays(1));
    delivery.close();

    assertThat(texts()).isEmpty();
  }

  private void deliverThreeToAHeldMember() {
    member.hold();
    delivery.start();
    enter(1, "one");
    enter(2, "two");
    enter(3, "three");
    world.until("the store is told the first", member::isWaiting);
  }

  private void enter(long index, String text) {
    delivery.entry(new Applied(1, index), ByteBuffer.wrap(text.getBytes(UTF_8)));
  }

  private List<String> texts() {
    return member.entries().stream().map(RecordingMember.Entry::text).toList();
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }
}
