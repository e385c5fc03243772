package io.weir.engine.log;

import static io.weir.engine.log.LogRig.offer;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.log.LogRig.Heard;
import org.junit.jupiter.api.Test;

class MemoryLogTest {
  private final MemoryLog log = new MemoryLog();

  @Test
  void aBatchIsAcknowledgedAtOnce() {
    Heard first = heard("a");
    Heard second = heard("b", "c");

    assertThat(first.isAcknowledged()).isTrue();
    assertThat(second.position()).isGreaterThan(first.position()).isEqualTo(log.durablePosition());
    assertThat(log.isFailed()).isFalse();
  }

  @Test
  void aClosedLogFailsOfferedBatches() {
    log.close();

    assertThat(heard("late").isFailed()).isTrue();
  }

  private Heard heard(String... texts) {
    return offer(log, texts);
  }
}
