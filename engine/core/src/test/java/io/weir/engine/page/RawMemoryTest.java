package io.weir.engine.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import net.openhft.chronicle.core.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Copies out of memory, with lengths below and above the switch between the two copy routines. */
final class RawMemoryTest {

  private static final int LONGEST = 200;
  private static final int BEFORE = 3;
  private static final byte UNTOUCHED = -1;

  static int[] lengths() {
    return IntStream.rangeClosed(0, LONGEST).toArray();
  }

  @ParameterizedTest
  @MethodSource("lengths")
  void aCopyIsCompleteAndTouchesNoOtherByte(int length) {
    var source = new byte[LONGEST];
    for (var i = 0; i < LONGEST; i++) {
      source[i] = (byte) (i % 100 + 1);
    }
    var target = new byte[BEFORE + length + BEFORE];
    Arrays.fill(target, UNTOUCHED);
    var address = OS.memory().allocate(LONGEST);
    try {
      RawMemory.copy(source, 0, address, LONGEST);
      RawMemory.copy(address, target, BEFORE, length);
    } finally {
      OS.memory().freeMemory(address, LONGEST);
    }

    assertThat(Arrays.copyOfRange(target, BEFORE, BEFORE + length))
        .isEqualTo(Arrays.copyOf(source, length));
    assertThat(Arrays.copyOf(target, BEFORE)).containsOnly(UNTOUCHED);
    assertThat(Arrays.copyOfRange(target, BEFORE + length, target.length)).containsOnly(UNTOUCHED);
  }
}
