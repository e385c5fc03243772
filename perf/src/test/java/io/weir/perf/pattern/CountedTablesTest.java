package io.weir.perf.pattern;

import static io.weir.testkit.ForwardedCalls.deviations;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is measured is the service that a pattern calls. */
final class CountedTablesTest {

  @Test
  void everyCallIsForwarded() {
    assertThat(deviations(tables -> new CountedTables(tables, new CallCounts())))
        .isEmpty();
  }
}
