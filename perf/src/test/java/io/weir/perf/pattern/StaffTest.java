package io.weir.perf.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

/** A company of any size that the command accepts has the employees that the measurements name. */
final class StaffTest {

  private static final Staff SMALLEST = Staff.of(PatternEffort.FEWEST);

  @Test
  void theFirstDepartmentsAreNoMoreThanAll() {
    assertThat(SMALLEST.first(2 * PatternEffort.FEWEST)).isEqualTo(SMALLEST);
    assertThat(Staff.of(1_000_000).first(20_500).employees()).isEqualTo(20_000);
  }

  @Test
  void groupsHaveNoEmployeeInCommonHoweverOftenOneIsTaken() {
    var seen = new HashSet<Integer>();
    for (var group = 0; group < 3; group++) {
      var ofGroup = new HashSet<Integer>();
      for (var i = 0; i < 5_000; i++) {
        ofGroup.add(SMALLEST.inGroup(group, 3, i));
      }
      assertThat(ofGroup).hasSize(PatternEffort.FEWEST / 3).noneMatch(seen::contains);
      seen.addAll(ofGroup);
    }

    assertThat(seen).allMatch(number -> number >= 0 && number < PatternEffort.FEWEST);
  }
}
