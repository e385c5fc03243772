package io.weir.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Ids are places in page files: many that differ in their low bits only. */
final class IdFilterTest {

  private static final long FILE = 1L << 24;

  @Test
  void noIdOfTheSetsIsExcluded() {
    var some = ids(3 * FILE, 5_000, 7);
    var others = ids(90_000 * FILE, 3_000, 1);

    var filter = IdFilter.of(List.of(some, others), 8_000);

    assertThat(some).noneMatch(filter::excludes);
    assertThat(others).noneMatch(filter::excludes);
  }

  @Test
  void mostOtherIdsAreExcluded() {
    var filter = IdFilter.of(List.of(ids(3 * FILE, 5_000, 2)), 5_000);

    var foreign = ids(3 * FILE + 1, 5_000, 2);

    assertThat(foreign.stream().filter(filter::excludes).count()).isGreaterThan(4_000);
  }

  @Test
  void theFilterOfNothingExcludesEveryId() {
    var filter = IdFilter.of(List.of(), 0);

    assertThat(ids(0, 100, 1)).allMatch(filter::excludes);
    assertThat(filter.excludes(-1)).isTrue();
  }

  private static Set<Long> ids(long from, int count, int step) {
    return LongStream.range(0, count).mapToObj(i -> from + i * step).collect(Collectors.toSet());
  }
}
