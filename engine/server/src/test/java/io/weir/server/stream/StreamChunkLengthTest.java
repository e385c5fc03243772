package io.weir.server.stream;

import static io.weir.server.stream.StreamChunkLength.LONGEST_BYTES;
import static io.weir.server.stream.StreamChunkLength.SHORTEST_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class StreamChunkLengthTest {

  private long nanos = Long.MAX_VALUE; // a clock that overflows
  private final StreamChunkLength length = new StreamChunkLength(() -> nanos);

  @Test
  void chunksGrowForAFastClient() {
    assertThat(after(Duration.ZERO)).as("the first").isEqualTo(SHORTEST_BYTES);
    assertThat(after(Duration.ofNanos(4_999_999))).isEqualTo(2 * SHORTEST_BYTES);
    assertThat(after(Duration.ZERO)).isEqualTo(LONGEST_BYTES);
    assertThat(after(Duration.ZERO)).isEqualTo(LONGEST_BYTES);
    assertThat(length.capacityBytes()).isEqualTo(64 * 1024);
  }

  @Test
  void chunksKeepTheirLengthForAModerateClient() {
    after(Duration.ZERO);
    after(Duration.ZERO);

    assertThat(after(Duration.ofMillis(5))).isEqualTo(2 * SHORTEST_BYTES);
    assertThat(after(Duration.ofNanos(49_999_999))).isEqualTo(2 * SHORTEST_BYTES);
  }

  @Test
  void chunksShrinkForASlowClient() {
    after(Duration.ZERO);
    after(Duration.ZERO);

    assertThat(after(Duration.ofMillis(50))).isEqualTo(SHORTEST_BYTES);
    assertThat(length.capacityBytes()).isEqualTo(16 * 1024);
  }

  @Test
  void onlyTheLongestChunksAreRequestedSeveralAtATime() {
    after(Duration.ZERO);
    after(Duration.ZERO);
    assertThat(length.askedBytes()).isEqualTo(2 * SHORTEST_BYTES);

    after(Duration.ZERO);
    assertThat(length.askedBytes()).isEqualTo(4 * LONGEST_BYTES);

    after(Duration.ofMillis(50));
    assertThat(length.askedBytes()).isEqualTo(SHORTEST_BYTES);
  }

  private int after(Duration pause) {
    nanos += pause.toNanos();
    length.begin();
    return length.fullBytes();
  }
}
