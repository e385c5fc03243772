package io.weir.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.consensus.Applied;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Up to which time a copy is whole that ends at some entry. */
final class AgreedTimeTest {

  private final AgreedTime time = new AgreedTime(new Applied(2, 5));

  @Test
  void theLastTimeCountsThatAnEntryOfTheCopyCloses() {
    time.entry(new Applied(1, 2), closing(1, 100));
    time.entry(new Applied(2, 4), closing(2, 200));
    time.entry(new Applied(2, 5), closing(2, 0));

    assertThat(time.closedTicks()).isEqualTo(200);
    assertThat(time.after()).isZero();
  }

  /** Another leader may have given earlier Timestamps in its place. */
  @Test
  void anEntryAfterTheEndOfTheCopyClosesNoTime() {
    time.entry(new Applied(2, 5), closing(2, 200));
    time.entry(new Applied(2, 6), closing(2, 300));
    time.entry(new Applied(3, 8), closing(3, 400));

    assertThat(time.closedTicks()).isEqualTo(200);
    assertThat(time.after()).isEqualTo(2);
  }

  @Test
  void anEntryThatWasAgreedOnInAnotherTermClosesNoTime() {
    time.entry(new Applied(2, 5), closing(1, 200));

    assertThat(time.closedTicks()).isZero();
  }

  private static ByteBuffer closing(long term, long ticks) {
    return EntryForm.encode(term, 0, List.of(), ticks);
  }
}
