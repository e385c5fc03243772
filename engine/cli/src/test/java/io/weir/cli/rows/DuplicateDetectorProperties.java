package io.weir.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/**
 * The external sort finds a duplicate exactly when a set does, whatever the size of its buffer and the distance of the
 * duplicate.
 */
final class DuplicateDetectorProperties {

  @Property(tries = 300)
  void findsADuplicateExactlyWhenASetDoes(
      @ForAll @IntRange(min = 1, max = 16) int buffered,
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 4000) Long> numbers)
      throws IOException {
    assertThat(foundBy(buffered, numbers))
        .isEqualTo(new HashSet<>(numbers).size() < numbers.size());
  }

  @Property(tries = 100)
  void findsADuplicateAtAnyDistance(
      @ForAll @IntRange(min = 1, max = 64) int buffered,
      @ForAll @Size(min = 1, max = 500) Set<Long> different)
      throws IOException {
    var numbers = new ArrayList<>(different);
    numbers.add(numbers.get(0));

    assertThat(foundBy(buffered, numbers)).isTrue();
    assertThat(foundBy(buffered, List.copyOf(different))).isFalse();
  }

  private static boolean foundBy(int buffered, List<Long> numbers) throws IOException {
    try (var repeats = new DuplicateDetector(buffered)) {
      for (var number : numbers) {
        repeats.add(number);
      }
      return repeats.found();
    }
  }
}
