package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Each text returns its own parsed value and is parsed no more often than needed. */
final class ParseCacheTest {

  private final List<String> parsed = new ArrayList<>();
  private final ParseCache<Integer> lengths = new ParseCache<>(text -> {
    parsed.add(text);
    if (text.isEmpty()) {
      throw new IllegalArgumentException("There is nothing to parse.");
    }
    return text.length();
  });

  @Test
  void aParsedTextIsCached() {
    assertThat(lengths.of("four")).isEqualTo(4);
    assertThat(lengths.of("four")).isEqualTo(4);

    assertThat(parsed).containsExactly("four");
  }

  /** Far more texts than slots. None returns the value of another. */
  @Test
  void textsReplaceEachOtherWithoutMixingUp() {
    var texts = IntStream.range(0, 1_000).mapToObj(i -> "x".repeat(i % 200) + i).toList();

    for (var round = 0; round < 2; round++) {
      assertThat(texts).allMatch(text -> lengths.of(text) == text.length());
    }
    assertThat(parsed).hasSizeGreaterThan(1_900);
  }

  @Test
  void longTextsAreNotCached() {
    var kept = "x".repeat(256);
    var passing = "x".repeat(257);

    for (var round = 0; round < 2; round++) {
      lengths.of(kept);
      lengths.of(passing);
    }

    assertThat(parsed).containsExactly(kept, passing, passing);
  }

  @Test
  void aMalformedTextFailsEachTime() {
    for (var round = 0; round < 2; round++) {
      assertThatThrownBy(() -> lengths.of("")).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(parsed).hasSize(2);
  }
}
