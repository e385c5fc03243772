package io.weir.cli.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.entity.EntityKey;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The key between two others. */
final class KeyMidpointTest {

  private static final String UNITS = " 09AZaz\u00e9\u4e2d\ud7ff\ue000\uffee";

  @ParameterizedTest
  @CsvSource({"a,c,b", "a,a2,a!", "p1,p9,p5", "abc,abd,abc翿"})
  void itLiesInTheMiddleOfTheTexts(String lower, String upper, String between) {
    var found = KeyMidpoint.between(lower, Optional.of(upper));

    assertThat(found).isPresent();
    assertThat(found.get()).isGreaterThan(lower).isLessThan(upper);
    if (between.length() == lower.length()) {
      assertThat(found).contains(between);
    }
  }

  @Test
  void thereIsNoneBetweenAKeyAndTheNextText() {
    assertThat(KeyMidpoint.between("a", Optional.of("a "))).isEmpty();
  }

  @Test
  void itIsAValidKeyBetweenAnyTwoKeys() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var found = 0;
    for (var round = 0; round < 5_000; round++) {
      var one = text(random);
      var other = text(random);
      var lower = one.compareTo(other) < 0 ? one : other;
      var upper = one.compareTo(other) < 0 ? other : one;
      var limit = random.nextInt(5) == 0 ? Optional.<String>empty() : Optional.of(upper);
      if (limit.isPresent() && lower.equals(upper)) {
        continue;
      }
      var key = KeyMidpoint.between(lower, limit);
      if (key.isPresent()) {
        found++;
        assertThat(EntityKey.isKey(key.get())).as("seed=%d key=%s", seed, key).isTrue();
        assertThat(key.get()).as("seed=%d", seed).isGreaterThan(lower);
        limit.ifPresent(end -> assertThat(key.get()).as("seed=%d", seed).isLessThan(end));
      }
    }
    assertThat(found).as("seed=%d", seed).isGreaterThan(3_000);
  }

  private static String text(Random random) {
    var text = new StringBuilder();
    for (var length = random.nextInt(5); length > 0; length--) {
      text.append(UNITS.charAt(random.nextInt(UNITS.length())));
    }
    return text.toString();
  }
}
