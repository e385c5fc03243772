package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A failure in a test of many seeds names its seed, and its story is the last that is told. */
final class SeedsTest {

  static Stream<Seeds.Story> failures() {
    return Stream.of(
        seed -> {
          throw new AssertionError("not as expected");
        },
        seed -> {
          throw new IllegalStateException("not as expected");
        },
        seed -> {
          throw new IOException("not as expected");
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureNamesItsSeedAndEndsTheTest(Seeds.Story failure) {
    var told = new ArrayList<Long>();

    assertThatThrownBy(() -> new Seeds(5, 4).forEach(seed -> {
          told.add(seed);
          if (seed == 7) {
            failure.tell(seed);
          }
        }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("replay with -Dweir.seed=7")
        .hasRootCauseMessage("not as expected");
    assertThat(told).containsExactly(5L, 6L, 7L);
  }
}
