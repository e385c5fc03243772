package io.weir.engine.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A key that the leaf before a fence covers, whatever other fences there are. */
final class NeighboursTest {

  @Test
  void noOtherFenceLiesBetweenTheKeyAndTheFence() {
    var random = new Random(5);
    for (var round = 0; round < 100_000; round++) {
      var fence = bytes(random, 1);
      var other = random.nextBoolean() ? bytes(random, 0) : near(random, fence);
      var key = Neighbours.keyBefore(fence);

      assertThat(Arrays.compareUnsigned(key, fence)).isNegative();
      if (Arrays.compareUnsigned(other, fence) < 0) {
        assertThat(Arrays.compareUnsigned(other, key)).isNotPositive();
      }
    }
  }

  private static byte[] bytes(Random random, int least) {
    var bytes = new byte[least + random.nextInt(5)];
    for (var at = 0; at < bytes.length; at++) {
      bytes[at] = (byte) new int[] {0, 1, 0x7F, 0x80, 0xFE, 0xFF}[random.nextInt(6)];
    }
    return bytes;
  }

  /** Returns the longest fence that begins like the key before another one. */
  private static byte[] near(Random random, byte[] fence) {
    var key = Neighbours.keyBefore(fence);
    return Arrays.copyOf(key, Math.min(key.length, 1 + random.nextInt(4 << 10)));
  }
}
