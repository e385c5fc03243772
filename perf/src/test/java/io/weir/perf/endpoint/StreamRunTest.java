package io.weir.perf.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import io.weir.testkit.Effort;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole table is streamed in each form, and by each peer that is installed. */
@Tag(Effort.THOROUGHLY)
final class StreamRunTest {

  private static final Population ROWS = new Population(1_000, 2, RowSize.WIDE);

  @Test
  void everyStreamIsReadToItsEnd() throws IOException {
    var lines = new StreamRun(ROWS, 0, 1, ROWS, 1).run();

    assertThat(lines)
        .hasSizeBetween(5, 8)
        .allSatisfy(line -> assertThat(line.perSecond().median()).isPositive());
  }
}
