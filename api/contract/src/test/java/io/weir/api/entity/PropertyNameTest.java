package io.weir.api.entity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Compares the rules for ASCII with those of Unicode. */
final class PropertyNameTest {

  @Test
  void asciiCharactersAreClassifiedAsUnicodeDoesExceptTheUnderscore() {
    for (var point = 0; point < 0x80; point++) {
      var isUnderscore = point == '_';
      assertThat(PropertyName.begins(point))
          .as("begins U+%04X", point)
          .isEqualTo(isUnderscore || Character.isUnicodeIdentifierStart(point));
      assertThat(PropertyName.continues(point))
          .as("continues U+%04X", point)
          .isEqualTo(isUnderscore
              || Character.isUnicodeIdentifierPart(point)
                  && !Character.isIdentifierIgnorable(point));
    }
  }
}
