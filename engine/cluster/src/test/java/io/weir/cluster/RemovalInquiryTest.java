package io.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a node that is in no configuration concludes from the answers of the others. */
final class RemovalInquiryTest {

  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final ArrayList<String> concluded = new ArrayList<>();
  private int toldAt = Integer.MAX_VALUE;
  private int closedAt = Integer.MAX_VALUE;
  private final RemovalInquiry inquiry = new RemovalInquiry(
      Duration.ofNanos(1),
      this::ask,
      closed::get,
      () -> concluded.add("removed"),
      () -> concluded.add("leftOut"));

  private boolean ask() {
    var number = asked.incrementAndGet();
    closed.set(number >= closedAt);
    return number >= toldAt;
  }

  @Test
  void aNodeWhoseRemovalIsToldAsksNoLonger() {
    toldAt = 3;

    inquiry.askPatiently();

    assertThat(concluded).containsExactly("removed");
    assertThat(asked).hasValue(3);
  }

  @Test
  void aNodeWhoseRemovalNobodyTellsWasLeftOut() {
    inquiry.askPatiently();

    assertThat(concluded).containsExactly("leftOut");
    assertThat(asked).hasValue(RemovalInquiry.LOOKS);
  }

  @Test
  void aNodeThatIsClosedMeanwhileConcludesNothing() {
    closedAt = 2;

    inquiry.askPatiently();

    assertThat(concluded).isEmpty();
    assertThat(asked).hasValue(2);
  }
}
