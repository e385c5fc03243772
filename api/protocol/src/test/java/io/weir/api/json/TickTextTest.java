package io.weir.api.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TickTextTest {

  @Test
  void everyDayEqualsTheTextOfEdmDateTime() {
    var ticksPerDay = 86_400 * EdmDateTime.TICKS_PER_SECOND;
    for (var ticks = 0L; ticks <= EdmDateTime.MAX_TICKS; ticks += 7 * ticksPerDay) {
      assertSameText(ticks);
    }
  }

  @Test
  void everyFractionEqualsTheTextOfEdmDateTime() {
    var random = new SplittableRandom(42);
    for (var i = 0; i < 20_000; i++) {
      var unit = (long) Math.pow(10, random.nextInt(8));
      assertSameText(random.nextLong(EdmDateTime.MAX_TICKS / unit) * unit);
    }
    assertSameText(EdmDateTime.MAX_TICKS);
  }

  private static void assertSameText(long ticks) {
    var out = new byte[TickText.LONGEST];
    var length = TickText.write(ticks, out, 0);
    var expected = new EdmDateTime(ticks).toString();
    if (!expected.equals(new String(out, 0, length, US_ASCII))) {
      assertThat(new String(out, 0, length, US_ASCII)).isEqualTo(expected);
    }
  }
}
