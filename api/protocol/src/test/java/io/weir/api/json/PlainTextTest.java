package io.weir.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Compares the test for escapes with the standard, for every byte at every position of texts of
 * every short length.
 */
final class PlainTextTest {

  private static final int LONGEST = 34;
  private static final int BEFORE = 3;

  @Test
  void aCharacterThatNeedsAnEscapeIsFoundAtAnyPosition() {
    for (var length = 0; length <= LONGEST; length++) {
      var text = new byte[BEFORE + length + 1];
      Arrays.fill(text, (byte) '"'); // bytes around the text must be ignored
      Arrays.fill(text, BEFORE, BEFORE + length, (byte) 'x');
      assertThat(PlainText.is(text, BEFORE, length)).as("length=" + length).isTrue();
      for (var place = BEFORE; place < BEFORE + length; place++) {
        for (var value = 0; value <= 0xFF; value++) {
          text[place] = (byte) value;
          assertThat(PlainText.is(text, BEFORE, length))
              .as("length=" + length + " place=" + place + " value=" + value)
              .isEqualTo(value >= ' ' && value != '"' && value != '\\');
        }
        text[place] = 'x';
      }
    }
  }

  @Test
  void lettersOfAnyAlphabetArePlain() {
    var text = "Grüße, 東京, 🦉 und noch mehr".getBytes(UTF_8);

    assertThat(PlainText.is(text, 0, text.length)).isTrue();
  }
}
