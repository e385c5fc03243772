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
 * The external sort counts as many duplicates as a set does, whatever the size of its buffer and
 * the distance of the duplicates.
 */
final class DuplicateCounterProperties {

  @Property(tries = 300)
  void countsAsManyDuplicatesAsASet(
      @ForAll @IntRange(min = 1, max = 16) int buffered,
      @ForAll @Size(max = 200) List<@LongRange(min = 0, max = 4000) Long> numbers)
      throws IOException {
    assertThat(countedBy(buffered, numbers))
        .isEqualTo(numbers.size() - new HashSet<>(numbers).size());
  }

  @Property(tries = 100)
  void countsADuplicateAtAnyDistance(
      @ForAll @IntRange(min = 1, max = 64) int buffered,
      @ForAll @Size(min = 1, max = 500) Set<Long> different)
      throws IOException {
    var numbers = new ArrayList<>(different);
    numbers.add(numbers.get(0));

    assertThat(countedBy(buffered, numbers)).isOne();
    assertThat(countedBy(buffered, List.copyOf(different))).isZero();
  }

  private static long countedBy(int buffered, List<Long> numbers) throws IOException {
    try (var repeats = new DuplicateCounter(buffered)) {
      for (var number : numbers) {
        repeats.add(number);
      }
      return repeats.count();
    }
  }
}
