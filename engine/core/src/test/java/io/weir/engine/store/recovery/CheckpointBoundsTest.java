package io.weir.engine.store.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A checkpoint is due after a part of the pages, within bounds. */
final class CheckpointBoundsTest {

  private static final long MIB = 1 << 20;

  private final CheckpointBounds bounds = new CheckpointBounds(256 * MIB);

  @Test
  void aSmallStoreKeepsTheLeast() {
    assertThat(bounds.logBytes(0)).isEqualTo(32 * MIB);
    assertThat(bounds.limboBytes(256 * MIB)).isEqualTo(32 * MIB);
    assertThat(bounds.limboBytes(256 * MIB + 8)).isEqualTo(32 * MIB + 1);
  }

  @Test
  void theLogHasAnUpperBoundAndWaitingPlacesFollowThePages() {
    assertThat(bounds.logBytes(2048 * MIB - 8)).isEqualTo(256 * MIB - 1);
    assertThat(bounds.logBytes(2056 * MIB)).isEqualTo(256 * MIB);
    assertThat(bounds.limboBytes(2056 * MIB)).isEqualTo(257 * MIB);
  }
}
