package io.weir.hbase;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HBaseOptionsTest {

  @Test
  void allMistakesAreReportedTogether() {
    assertThatThrownBy(
            () -> new HBaseOptions("a:b", Duration.ZERO, Duration.ofMillis(1), 0, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("namespace=a:b")
        .hasMessageContaining("tableLease=PT0S")
        .hasMessageContaining("deadline=PT0.001S")
        .hasMessageContaining("mostCallsInFlight=0");
  }
}
